package org.tieredhdfs.hdfs.weave;

/**
 * A method of a stock class that a patch changes or relies on.
 *
 * @param className the binary name of its class
 * @param signature its name and descriptor
 */
record StockMethod(String className, String signature) implements Comparable<StockMethod> {

  @Override
  public int compareTo(StockMethod other) {
    int byClass = className.compareTo(other.className);
    return byClass != 0 ? byClass : signature.compareTo(other.signature);
  }

  @Override
  public String toString() {
    return className + "." + signature;
  }
}
