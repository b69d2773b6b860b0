package org.tieredhdfs.mover.service;

import java.io.IOException;

/** This instance was thought dead and has been replaced: it may not write any more. */
final class FencedException extends IOException {
  private static final long serialVersionUID = 1L;

  FencedException(String message) {
    super(message);
  }
}
