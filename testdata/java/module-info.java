/** What the store gives. */
module com.example.store {
    requires java.base;
    exports com.example.store;
}
