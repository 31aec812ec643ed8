package depot

import groovy.transform.CompileStatic
import groovy.util.logging.Slf4j

/** What can be counted. */
@interface Counted { }

/** What a depot keeps. */
@CompileStatic
trait Kept<T> {
    abstract T keep(String name)
}

enum Shelf { LOW, HIGH }

/**
 * Keeps crates.
 */
@Slf4j
@CompileStatic
@Counted
class Depot<T extends Crate> extends Store<T> implements Kept<T>, Comparable<Depot> {
    static final private int LIMIT = 100

    private final Map<String, T> crates

    private Depot() {
        this([:])
    }

    Depot(Map<String, T> crates) {
        this.crates = crates
    }

    // The class Crate has no room() throws nothing
    @Override
    T keep(String name) throws IOException, FullException {
        if (crates.size() >= LIMIT) throw new FullException(name)
        return crates[name]
    }

    static private int room(Depot other) {
        LIMIT - other.crates.size()
    }

    static <K> List<K> sorted(Collection<K> all) {
        all.sort(false)
    }

    abstract static class Row {
        int length
    }
}

// What a depot keeps: see class Depot and @Kept
@Counted abstract class Crate implements Serializable {
    abstract int weight()
}

interface Labelled extends Serializable, Cloneable {
    String label()
}
