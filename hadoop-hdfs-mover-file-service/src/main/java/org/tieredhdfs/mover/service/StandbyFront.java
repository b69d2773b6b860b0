package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.web.WebFront;

/**
 * The HTTP server of a standby instance. Without it the instance stands by as well, such as when
 * another one on the same machine has the port. Thread-safe.
 */
final class StandbyFront implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StandbyFront.class);

  private final Configuration conf;

  // guarded by this
  private @Nullable WebFront front;

  StandbyFront(Configuration conf) {
    this.conf = conf;
  }

  /** Begins to answer, if it does not yet. */
  synchronized void open() {
    if (front == null) {
      try {
        front = WebFront.ofStandby(conf);
      } catch (IOException | RuntimeException e) {
        LOG.info("Standby without a health check over HTTP: {}", e.toString());
      }
    }
  }

  /** Where it answers; null if it does not. */
  synchronized @Nullable InetSocketAddress address() {
    return front == null ? null : front.address();
  }

  /** Lets go of the port; it may be opened again. */
  @Override
  public synchronized void close() {
    if (front != null) {
      front.close();
      front = null;
    }
  }
}
