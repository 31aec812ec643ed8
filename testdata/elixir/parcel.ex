defmodule Parcel do
  @moduledoc """
  Tracks parcels from door to door.
  """

  use GenServer
  import Ecto.Query, only: [from: 2]
  require Logger
  alias Parcel.{Label, Route}
  alias Parcel.Store.Postgres, as: Store

  @timeout 5_000
  @type id :: String.t()
  @typep state :: %{id() => Route.t()}
  @callback deliver(id()) :: :ok | {:error, term()}

  defstruct [:id, :label, events: []]

  defmodule Error do
    defexception [:message]
  end

  @doc "Starts the tracker."
  @spec start_link(keyword()) :: GenServer.on_start()
  def start_link(opts \\ []) do
    GenServer.start_link(__MODULE__, opts, name: __MODULE__)
  end

  @doc """
  Where a parcel is.
  """
  def where(id) when is_binary(id), do: GenServer.call(__MODULE__, {:where, id}, @timeout)
  def where(%__MODULE__{id: id}), do: where(id)

  @doc "Moves a parcel along its route."
  def move(id), do: move(id, 1)
  @doc "Moves it by more stops than one."
  def move(id, stops) when stops > 0, do: GenServer.call(__MODULE__, {:move, id, stops})
  def move(_id, _stops), do: :ok
  def move(id, stops, opts \\ []), do: {id, stops, opts}

  def -a, do: a
  def a - b when is_map(b), do: Map.drop(a, Map.keys(b))

  @impl true
  def init(_opts), do: {:ok, %{}}

  @impl true
  def handle_call({:where, id}, _from, state) do
    # unknown parcels are nowhere
    {:reply, Map.get(state, id, :nowhere), state}
  end

  def handle_call(:all, _from, state) do
    {:reply, Map.keys(state), state}
  end

  defp stored(id) do
    Store.one(from p in "parcels", where: p.id == ^id)
    # nil when it was never sent
  end

  defdelegate print(label), to: Label

  defguard is_late(hours) when hours > 48

  defmacro track(id, do: block) do
    quote do
      Logger.info(unquote(id))
      unquote(block)
    end
  end
end

defprotocol Parcel.Weighed do
  @doc "The weight in grams."
  @fallback_to_any true
  def grams(thing)
end

defimpl Parcel.Weighed, for: Parcel do
  def grams(%{label: label}), do: label.grams
end

defmodule ParcelTest do
  use ExUnit.Case, async: true
  alias Parcel.Label

  setup do
    {:ok, label: %Label{}}
  end

  describe "where/1" do
    test "knows nothing at first", %{label: label} do
      assert Parcel.where(label.id) == :nowhere
    end
  end
end
