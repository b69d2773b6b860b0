package org.tieredhdfs.upstream;

/** A test class that Hadoop publishes. */
record TestClass(String module, String name) {
  String simpleName() {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
