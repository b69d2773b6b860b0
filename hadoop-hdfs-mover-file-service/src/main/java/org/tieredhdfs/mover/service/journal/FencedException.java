package org.tieredhdfs.mover.service.journal;

import java.io.IOException;

/** This instance was replaced by another one and must not write any more. */
public final class FencedException extends IOException {
  private static final long serialVersionUID = 1L;

  public FencedException(String message) {
    super(message);
  }
}
