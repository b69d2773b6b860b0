package org.tieredhdfs.bench.devices;

import java.util.List;

/**
 * The load of one device, or the average load of devices of one kind.
 *
 * @param requestsPerSec reads and writes
 * @param readMbPerSec MB are 10<sup>6</sup> bytes
 * @param writeMbPerSec likewise
 * @param awaitMs how long a request took on average, its time in the queue included
 * @param utilPercent of the time in which it had anything to do
 */
public record DiskLoad(
    double requestsPerSec,
    double readMbPerSec,
    double writeMbPerSec,
    double awaitMs,
    double utilPercent) {

  /** A device on average; the time of a request is weighted by how many there were. */
  static DiskLoad mean(List<DiskLoad> loads) {
    double requests = loads.stream().mapToDouble(DiskLoad::requestsPerSec).sum();
    double waits = loads.stream().mapToDouble(one -> one.awaitMs * one.requestsPerSec).sum();
    int count = Math.max(1, loads.size());
    return new DiskLoad(
        requests / count,
        loads.stream().mapToDouble(DiskLoad::readMbPerSec).sum() / count,
        loads.stream().mapToDouble(DiskLoad::writeMbPerSec).sum() / count,
        requests == 0 ? 0 : waits / requests,
        loads.stream().mapToDouble(DiskLoad::utilPercent).sum() / count);
  }
}
