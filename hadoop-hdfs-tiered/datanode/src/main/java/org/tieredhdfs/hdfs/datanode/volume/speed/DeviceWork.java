package org.tieredhdfs.hdfs.datanode.volume.speed;

import java.util.concurrent.atomic.LongAdder;

/**
 * What the device of a volume has written, and how long that kept it busy, as far as the kernel was
 * asked. Nothing where the device is not known. Thread-safe.
 */
public final class DeviceWork {
  private final LongAdder bytes = new LongAdder();
  private final LongAdder busyNanos = new LongAdder();

  public void add(long writtenBytes, long busyWritingNanos) {
    bytes.add(writtenBytes);
    busyNanos.add(busyWritingNanos);
  }

  public long bytes() {
    return bytes.sum();
  }

  public long busyNanos() {
    return busyNanos.sum();
  }
}
