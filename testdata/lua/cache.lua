--- A cache with a size limit.
-- Least recently used entries go first.
local json = require("json")
local List = require "lib.list"
local insert, remove = table.insert, table.remove
require('strict')

local Cache = {}
Cache.__index = Cache

local MAX = 1000

--- Makes an empty cache.
function Cache.new(size)
  local self = setmetatable({}, Cache)
  self.size = size or MAX
  self.items = {}
  self.order = List.new()
  return self
end

--- Reads one entry and marks it as used.
-- Returns nil when there is none.
function Cache:get(key)
  local item = self.items[key]
  if item then
    self.order:touch(key)
  end
  return item
end

function Cache:set(key, value)
  local function evict()
    local old = self.order:pop()
    self.items[old] = nil
  end
  if self.order.length >= self.size then
    evict()
  end
  self.items[key] = value
  -- the newest is last
end

-- Shared by all caches.
local function dump(items)
  return json.encode(items)
end

local count = function(items)
  local n = 0
  for _ in pairs(items) do
    n = n + 1
  end
  return n
end

Cache.clear = function(self)
  self.items = {}
end

Cache.metrics.hits = function() return 0 end

function warm(cache)
  cache:set("a", 1)
end

local handlers = {
  save = function(path)
    io.open(path, "w"):write(dump({}))
  end,
  ["load"] = function(path)
    return io.open(path)
  end,
}

return Cache
