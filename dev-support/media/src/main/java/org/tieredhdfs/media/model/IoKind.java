package org.tieredhdfs.media.model;

/** What a request asks a medium to do. */
public enum IoKind {
  READ,
  WRITE,
  /** To keep what was written, also when power is lost; has no range. */
  FLUSH
}
