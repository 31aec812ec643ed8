@file:JvmName("Inventories")

package shop.inventory

import java.time.Instant
import java.util.concurrent.ConcurrentHashMap as Table
import kotlinx.coroutines.flow.*
import shop.money.Price

/** How a stock item is counted. */
enum class Measure(val symbol: String) {
    PIECE("pc"),
    KILOGRAM("kg") {
        override fun round(amount: Double): Double = Math.floor(amount * 1000) / 1000
    };

    open fun round(amount: Double): Double = Math.floor(amount)
}

@Serializable
data class Item(val id: Long, val name: String, val measure: Measure)

sealed interface Event {
    val at: Instant

    data class Added(override val at: Instant, val item: Item) : Event
    data object Closed : Event {
        override val at: Instant get() = Instant.EPOCH
    }
}

typealias Listener = (Event) -> Unit

const val MAX_ITEMS = 10_000

private val log = Logger.of("inventory")

/**
 * Keeps what is in store.
 *
 * Safe for concurrent use.
 */
class Inventory(private val clock: Clock) : Store<Item>, AutoCloseable {
    private val items = Table<Long, Item>()

    // listeners are called in the order they came
    private val listeners = mutableListOf<Listener>()

    val size: Int
        get() = items.size

    var note: String = ""
        private set(value) {
            field = value.trim()
        }

    init {
        require(MAX_ITEMS > 0) { "no room" }
    }

    constructor() : this(Clock.systemUTC())

    @Synchronized
    fun add(item: Item): Boolean {
        val fresh = items.putIfAbsent(item.id, item) == null
        if (fresh) emit(Event.Added(clock.now(), item))
        return fresh
        // the old item stays
    }

    override fun close() = emit(Event.Closed)

    private fun emit(event: Event) {
        fun call(listener: Listener) = listener(event)
        listeners.forEach(::call)
    }

    operator fun get(id: Long): Item? = items[id]

    inner class Cursor {
        fun next(): Item? = null
    }

    companion object {
        /** Reads a store from lines of text. */
        fun parse(lines: List<String>): Inventory = Inventory()
    }
}

object Registry : Store<Inventory> {
    override fun add(item: Inventory) = true
}

annotation class Internal

interface Pricing {
    fun price(item: Item): Price
}

/** The whole worth. */
fun Inventory.worth(pricing: Pricing): Price =
    Price.ZERO + pricing.price(this[0]!!)

val Item.label: String
    get() = "$name (${measure.symbol})"

suspend fun <T : Event> watch(source: Flow<T>, each: suspend (T) -> Unit) {
    source.collect { each(it) }
}
