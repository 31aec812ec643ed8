package com.example.store;

import java.io.IOException;
import java.util.*;
import static java.util.Map.entry;
import static org.junit.Assert.*;

/**
 * A store of documents.
 */
@Entity
@Table(name = "store")
public abstract class Store<T> extends Base implements Source<T> {
    /** How many documents a page has. */
    public static final int PAGE = 20;

    private final Map<String, T> docs = new HashMap<>() {
        @Override
        public T get(Object key) {
            return null;
        }
    };

    static {
        register(Store.class);
    }

    // Opens a store.
    @Inject
    protected Store(String root) throws IOException {
        super(root);
    }

    /** Loads one. */
    @Override
    @Deprecated
    public T load(String key) {
        Runnable log = () -> System.out.println(key);
        log.run();
        return docs.get(key);
        // never null
    }

    abstract void close();

    public <K extends Comparable<K>> List<K> sorted(
        Collection<K> keys
    ) {
        return new ArrayList<>(keys);
    }

    // How a store is opened.
    public enum Mode implements Flag {
        READ("r") {
            @Override
            int bits() { return 1; }
        },
        WRITE("w");

        private final String letter;

        Mode(String letter) {
            this.letter = letter;
        }

        int bits() { return 2; }
    }

    interface Listener {
        int LIMIT = 3;

        void changed(String key);

        default void closed() {}
    }

    static class Memory<T> extends Store<T> {
        void close() {}
    }
}

@Retention(RetentionPolicy.RUNTIME)
@interface Stored {
    String value() default "";
}

record Point(int x, int y) implements Comparable<Point> {
    Point {
        if (x < 0) throw new IllegalArgumentException();
    }

    static Point origin() { return new Point(0, 0); }
}
