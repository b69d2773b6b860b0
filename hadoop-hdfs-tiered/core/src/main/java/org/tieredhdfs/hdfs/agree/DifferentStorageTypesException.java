package org.tieredhdfs.hdfs.agree;

import java.io.IOException;

/** Thrown when a DataNode's storage types are not those of the NameNode; holds both tables. */
public final class DifferentStorageTypesException extends IOException {
  private static final long serialVersionUID = 1L;

  public DifferentStorageTypesException(String message) {
    super(message);
  }
}
