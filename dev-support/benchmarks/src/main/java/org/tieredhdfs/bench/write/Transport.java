package org.tieredhdfs.bench.write;

/** How the client of our side reaches our DataNode; the bounds differ. */
public enum Transport {
  TCP,
  UNIX
}
