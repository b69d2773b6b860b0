package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life cycle of an instance: standby, active, and standby again when another instance has taken
 * over or it has failed, until it is stopped.
 *
 * <p>{@link #run} is called once; {@link #end} by any thread.
 */
public final class ServiceHost {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceHost.class);

  /** A listener for state changes, called by the thread that runs the instance. */
  public interface Listener {
    void standsBy();

    void works(MoverService service);

    /** The instance stops or becomes standby again; open requests stay in the journal. */
    void ends(MoverService service);
  }

  private final Configuration conf;
  private final URI fileSystem;
  private final Listener listener;
  private final CountDownLatch end = new CountDownLatch(1);

  // guarded by this
  private @Nullable Thread starting;

  /**
   * @param fileSystem {@code hdfs://nameservice}
   */
  public ServiceHost(Configuration conf, URI fileSystem, Listener listener) {
    this.conf = conf;
    this.fileSystem = fileSystem;
    this.listener = listener;
  }

  /**
   * Runs as standby and as active instance until it is stopped.
   *
   * @throws IOException if it cannot work here at all, such as for lack of permission
   */
  public void run() throws IOException {
    try {
      while (end.getCount() > 0) {
        listener.standsBy();
        MoverService service = start();
        if (service != null) {
          workWith(service);
        }
      }
    } catch (InterruptedException e) {
      LOG.info("Stopping while standby");
    }
  }

  private @Nullable MoverService start() throws IOException, InterruptedException {
    synchronized (this) {
      if (end.getCount() == 0) {
        return null;
      }
      starting = Thread.currentThread();
    }
    try {
      return MoverService.start(conf, fileSystem);
    } finally {
      synchronized (this) {
        starting = null;
        // clear the interrupt: the latch already says that it must stop
        boolean unused = Thread.interrupted();
      }
    }
  }

  private void workWith(MoverService service) throws InterruptedException {
    try {
      listener.works(service);
      while (!end.await(1, TimeUnit.SECONDS)) {
        Throwable failure = service.failure();
        if (failure != null) {
          LOG.error("This instance is standby again", failure);
          break;
        }
      }
      listener.ends(service);
    } finally {
      try {
        service.close();
      } catch (IOException | RuntimeException e) {
        LOG.warn("Cannot close everything: {}", e.toString());
      }
    }
  }

  /** Stops the instance; open requests stay in the journal. */
  public void end() {
    end.countDown();
    synchronized (this) {
      if (starting != null) {
        starting.interrupt();
      }
    }
  }
}
