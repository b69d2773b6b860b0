package org.tieredhdfs.bench.write;

/** How this project's client reaches the DataNode; the requirements differ. */
public enum Transport {
  TCP,
  UNIX
}
