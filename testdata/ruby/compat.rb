require "set"

unless Hash.method_defined?(:except)
  class Hash
    # All pairs but these.
    def except(*keys)
      reject { |key, _| keys.include?(key) }
    end
  end
end

if RUBY_ENGINE == "jruby"
  def threads
    64
  end
elsif ENV["CI"]
  def threads = 2
else
  def threads
    8
  end
end

begin
  require "zlib"

  class Packer
    def pack(text)
      Zlib.deflate(text)
    end
  end
rescue LoadError
  warn "no zlib"
end

namespace :db do
  desc "Fills the tables."
  task fill: :environment do
    Seeds.load
  end
end
