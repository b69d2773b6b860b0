package org.tieredhdfs.mover.rpc;

import java.io.IOException;

/** The service has answered that it does not do what was asked for; its message says why. */
public final class RefusedCallException extends IOException {
  private static final long serialVersionUID = 1L;

  RefusedCallException(String sentence) {
    super(sentence);
  }
}
