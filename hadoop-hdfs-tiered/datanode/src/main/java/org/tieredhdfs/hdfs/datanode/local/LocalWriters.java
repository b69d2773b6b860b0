package org.tieredhdfs.hdfs.datanode.local;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The counts of one Unix-domain socket for writers. Thread-safe. */
public final class LocalWriters implements LocalWritersMXBean {
  private final Path path;
  private final LongAdder accepted = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder receivedBytes = new LongAdder();
  private final AtomicInteger open = new AtomicInteger();

  public LocalWriters(Path path) {
    this.path = path;
  }

  public void accept() {
    accepted.increment();
  }

  public void refuse() {
    refused.increment();
  }

  public void receive(long bytes) {
    receivedBytes.add(bytes);
  }

  /** A connection begins; {@link #close} ends it. */
  public void open() {
    open.incrementAndGet();
  }

  public void close() {
    open.decrementAndGet();
  }

  @Override
  public String getPath() {
    return path.toString();
  }

  @Override
  public long getAccepted() {
    return accepted.sum();
  }

  @Override
  public long getRefused() {
    return refused.sum();
  }

  @Override
  public long getReceivedBytes() {
    return receivedBytes.sum();
  }

  @Override
  public int getOpen() {
    return open.get();
  }
}
