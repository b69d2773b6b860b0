package org.tieredhdfs.ycsb.binding;

import java.io.IOException;
import java.util.Locale;

/** The connection to HBase was closed, and opening another did not help. */
final class ConnectionLostException extends IOException {

  private static final long serialVersionUID = 1L;

  ConnectionLostException(int reconnects, Throwable cause) {
    super(
        String.format(Locale.ROOT, "no connection, %d new ones were tried: %s", reconnects, cause),
        cause);
  }
}
