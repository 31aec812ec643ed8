# frozen_string_literal: true

require "json"
require 'bigdecimal/util'
require_relative "./support/money_format"

# Bookkeeping for small clubs.
module Clubs
  autoload :Printer, "clubs/printer"

  # Raised when an entry would leave the books unbalanced.
  class Unbalanced < StandardError; end

  Entry = Struct.new(:date, :text, :amount) do
    def credit?
      amount.positive?
    end
  end

  DEFAULT_CURRENCY = "EUR"
  LIMITS = {
    entry: 10_000,
    year: 250_000,
  }.freeze

  module Totals
    module_function

    # Adds up what is given.
    def sum(entries)
      entries.sum(&:amount)
    end
  end

  # One account with its entries, oldest first.
  class Ledger < Base::Account
    include Enumerable
    include MoneyFormat

    attr_reader :owner, :entries
    attr_accessor :note

    alias_method :lines, :entries
    alias rows entries

    def initialize(owner, entries: [])
      @owner = owner
      @entries = entries
    end

    # Books one entry.
    #
    # Raises Unbalanced beyond the limit.
    def book(date, text, amount)
      raise Unbalanced, text if amount.abs > LIMITS[:entry]

      @entries << Entry.new(date, text, amount.to_d)
      self
    end

    def each(&block) = @entries.each(&block)

    def [](index)
      @entries[index]
    end

    def balance=(value)
      book(Date.today, "correction", value - balance)
      # the correction stays visible
    end

    def self.load(path)
      rows = JSON.parse(File.read(path), symbolize_names: true)
      new(rows[:owner], entries: rows[:entries].map { |row| Entry.new(**row) })
    end

    class << self
      # How many ledgers were opened.
      def opened
        @opened ||= 0
      end

      private

      def reset!
        @opened = 0
      end
    end

    define_method(:total) { Totals.sum(@entries) }

    private def balance
      total
    end
  end
end

class Clubs::Report
  def render
    puts format("%s: %s", @title, @ledger.total)
  end
end

task :audit do
  Clubs::Ledger.load("books.json").each { |entry| puts entry }
end

RSpec.describe Clubs::Ledger do
  it "starts empty" do
    expect(Clubs::Ledger.new("Ann")).to be_none
  end
end
