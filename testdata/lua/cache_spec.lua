local Cache = require("cache")

-- What a cache must do.
describe("Cache", function()
  local cache

  before_each(function()
    cache = Cache.new(2)
  end)

  it("keeps what it is given", function()
    cache:set("a", 1)
    assert.equal(1, cache:get("a"))
  end)

  describe("when full", function()
    it("drops the oldest", function()
      cache:set("a", 1)
      -- nothing asks for it
    end)
  end)
end)
