#!/usr/bin/env groovy

import groovy.transform.Field

// What a store must do.
class Store {
    String load(String key)

    void save(String key, String value) {
        throw new UnsupportedOperationException(key)
    }
}
