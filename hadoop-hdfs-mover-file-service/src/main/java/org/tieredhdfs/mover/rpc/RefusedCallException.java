package org.tieredhdfs.mover.rpc;

import java.io.IOException;

/** Thrown when the service has refused a call; the message says why. */
public final class RefusedCallException extends IOException {
  private static final long serialVersionUID = 1L;

  RefusedCallException(String sentence) {
    super(sentence);
  }
}
