package org.tieredhdfs.upstream;

/**
 * A test class that Hadoop publishes.
 *
 * @param module the Maven artifact that it belongs to
 */
record TestClass(String module, String name) implements Comparable<TestClass> {
  String simpleName() {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  @Override
  public int compareTo(TestClass other) {
    int byName = name.compareTo(other.name);
    return byName != 0 ? byName : module.compareTo(other.module);
  }
}
