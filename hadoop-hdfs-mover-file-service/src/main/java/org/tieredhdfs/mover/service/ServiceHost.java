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
 * An instance over its whole life: it stands by, works, and stands by again when another has taken
 * over or it has failed, until it is told to end.
 *
 * <p>{@link #run} is called once; {@link #end} by any thread.
 */
public final class ServiceHost {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceHost.class);

  /** Someone who is told how it goes, by the thread that runs it. */
  public interface Listener {
    void standsBy();

    void works(MoverService service);

    /** It ends by itself or to stand by again; what is open stays in the journal. */
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
   * Stands by and works until it is told to end.
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
      LOG.info("Ends while it stands by");
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
        // that it is to end is seen by the latch
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
          LOG.error("This instance stands by again", failure);
          break;
        }
      }
      listener.ends(service);
    } finally {
      try {
        service.close();
      } catch (IOException | RuntimeException e) {
        LOG.warn("Not everything could be closed: {}", e.toString());
      }
    }
  }

  /** Has it end soon; what is open stays in the journal. */
  public void end() {
    end.countDown();
    synchronized (this) {
      if (starting != null) {
        starting.interrupt();
      }
    }
  }
}
