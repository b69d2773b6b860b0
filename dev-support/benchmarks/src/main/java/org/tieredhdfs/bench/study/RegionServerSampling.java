package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Takes a sample of a RegionServer each second, from {@link #start} until it is closed. */
final class RegionServerSampling implements AutoCloseable {
  private static final long INTERVAL_MS = 1_000;
  private static final long END_LIMIT_MS = 10_000;

  private final RegionServerJmx jmx;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final List<RegionServerSample> samples = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "samples of the RegionServer");

  private RegionServerSampling(RegionServerJmx jmx) {
    this.jmx = jmx;
  }

  static RegionServerSampling start(RegionServerJmx jmx)
      throws IOException, InterruptedException {
    RegionServerSampling sampling = new RegionServerSampling(jmx);
    sampling.samples.add(jmx.sample());
    sampling.thread.setDaemon(true);
    sampling.thread.start();
    return sampling;
  }

  private void run() {
    try {
      while (!ended.await(INTERVAL_MS, TimeUnit.MILLISECONDS)) {
        RegionServerSample sample = jmx.sample();
        synchronized (samples) {
          samples.add(sample);
        }
      }
    } catch (IOException | InterruptedException e) {
      // if the server is gone, the load fails, too
    }
  }

  /** All until now, and one more, of this moment. */
  List<RegionServerSample> finish() throws IOException, InterruptedException {
    close();
    thread.join(END_LIMIT_MS);
    synchronized (samples) {
      samples.add(jmx.sample());
      return List.copyOf(samples);
    }
  }

  @Override
  public void close() {
    ended.countDown();
  }
}
