package org.tieredhdfs.media.model;

/** The kind of a request to a medium. */
public enum IoKind {
  READ,
  WRITE,
  /** To keep what was written, also when power is lost; has no range. */
  FLUSH
}
