package depot

/** Tells whether a crate is to be kept. */
fun interface Keeps {
    fun keeps(crate: Crate): Boolean
}

internal fun interface Weighs<T> : Measures<T> {
    /** In grams. */
    fun weigh(thing: T): Long

    fun heavy(thing: T) = weigh(thing) > 1000
}

/** What is stored. */
expect open class Crate
// Crates are made by the depot alone.
// It gives them their label.
internal constructor(label: String) : Comparable<Crate> {
    val label: String

    fun open(): List<Thing>
}

class Depot<T>
@Inject
constructor(private val keeps: Keeps) : Store<T>() {
    // Used by the class loader
    constructor() : this({ true })

    fun keep(crate: Crate) = keeps.keeps(crate)
}

fun depot() = Depot<Thing> { true }
