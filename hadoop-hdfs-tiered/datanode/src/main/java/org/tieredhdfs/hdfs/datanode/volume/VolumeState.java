package org.tieredhdfs.hdfs.datanode.volume;

import java.io.IOException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.functional.CallableRaisingIOE;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.speed.LatencyHistory;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;
import org.tieredhdfs.hdfs.health.VolumeCondition;

/**
 * The I/O state of one volume: every call starts and ends here. It knows the running calls, the
 * traffic, and whether the volume answers.
 *
 * <p>Belongs to one volume object; a volume that is taken out and added again gets another one.
 * Thread-safe; nothing here waits for anything.
 */
public final class VolumeState {
  /** A call that moves many bytes gets more time; anything slower than this counts as hung. */
  private static final long LEAST_BYTES_PER_MS = 1_000;

  private final FsVolumeSpi volume;
  private final String storageId;
  private final String path;
  private final IdleBell bell;
  private final VolumeMetrics metrics;
  private final long hangTimeoutMs;
  private final VolumeTraffic traffic = new VolumeTraffic(System::nanoTime);
  private final Set<InFlight> inFlight = ConcurrentHashMap.newKeySet();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  /** By class: the latest start among the calls that have come to an end. */
  private final Map<IoClass, AtomicLong> newestFinishedStart = new EnumMap<>(IoClass.class);

  private final Map<IoClass, LatencyHistory> histories = new EnumMap<>(IoClass.class);
  private final CanaryState canary;
  private volatile Judgement judgement = Judgement.IN_SERVICE;

  VolumeState(FsVolumeSpi volume, IdleBell bell, long hangTimeoutMs, int metricsIntervalSec) {
    this.volume = volume;
    this.bell = bell;
    this.hangTimeoutMs = hangTimeoutMs;
    this.storageId = volume.getStorageID();
    String uri = String.valueOf(volume.getBaseURI());
    this.path = uri.startsWith("file:") ? volume.getBaseURI().getPath() : uri;
    long now = System.nanoTime();
    for (IoClass ioClass : IoClass.values()) {
      newestFinishedStart.put(ioClass, new AtomicLong(now));
      histories.put(ioClass, new LatencyHistory(now));
    }
    this.canary = new CanaryState(this, now);
    this.metrics =
        new VolumeMetrics(this, String.valueOf(volume.getStorageType()), metricsIntervalSec);
  }

  public FsVolumeSpi volume() {
    return volume;
  }

  public String storageId() {
    return storageId;
  }

  public String path() {
    return path;
  }

  public VolumeMetrics metrics() {
    return metrics;
  }

  /** The volume's traffic, for the volume choosing policies. */
  public VolumeTraffic traffic() {
    return traffic;
  }

  /**
   * Begins an I/O call of the calling thread, which it has to close in a {@code finally}.
   *
   * @param bytes how many it moves; below 0 counts as none
   */
  public InFlight begin(String name, IoClass ioClass, long bytes) {
    InFlight io = new InFlight(name, ioClass, Math.max(0, bytes), "", null);
    if (ioClass != IoClass.COPY) {
      long allowedMs = hangTimeoutMs + io.bytes / LEAST_BYTES_PER_MS;
      io.startClock(allowedMs * 1_000_000, ioClass.isTimed ? traffic.started() : 0);
    }
    if (ioClass == IoClass.WRITE || ioClass == IoClass.SYNC) {
      io.waits(traffic.openBlocks().writtenBy(io.thread()));
    }
    io.chosen(this);
    return io;
  }

  /** Counts a read of a file, which may bring fewer bytes than it asks for. */
  public <T> T reading(String name, long bytes, CallableRaisingIOE<T> call) throws IOException {
    try (InFlight io = begin(name, IoClass.READ, bytes)) {
      return io.succeeded(call.apply());
    }
  }

  /** Whether the volume is in service; asks without holding on to it. */
  public boolean isOpen() {
    return isOpen(volume);
  }

  /** The same of a volume that need not have a state. */
  public static boolean isOpen(FsVolumeSpi volume) {
    try (FsVolumeReference reference = volume.obtainReference()) {
      return reference == null || reference.getVolume() != null;
    } catch (IOException e) {
      return false;
    }
  }

  /** Fails if the volume was removed, because later writes must not be acknowledged. */
  public void requireOpen() throws IOException {
    if (!isOpen()) {
      throw new IOException(volume + " was removed while it was written to");
    }
  }

  /** What is held of it now. */
  public Judgement judgement() {
    return judgement;
  }

  /** Sets what is held of it; the volume choosing policies see it, too. */
  public void judged(Judgement found) {
    judgement = found;
    traffic.setHung(found.isHidden());
  }

  /** Whether it hangs. */
  public boolean isHung() {
    return judgement.hang() != null;
  }

  /** Its condition, in one word for people and programs. */
  public VolumeCondition condition() {
    return judgement.condition();
  }

  /** How many threads are inside an operation or I/O call on this volume. */
  public int threads() {
    return threadsBeside(null);
  }

  /** Whether that many threads, without the calling one, are inside; each counts once. */
  boolean isFull(int maxThreads) {
    // Count threads only if the cheap test is true, which is rare
    return inFlight.size() >= maxThreads && threadsBeside(Thread.currentThread()) >= maxThreads;
  }

  private int threadsBeside(@Nullable Thread excluded) {
    Set<Thread> inside = new HashSet<>();
    inFlight.forEach(one -> inside.add(one.thread()));
    inside.remove(excluded);
    return inside.size();
  }

  /** How many threads wait for a lock of this volume. */
  public int waiting() {
    return waiting.get();
  }

  /** A thread begins (1) or ends (-1) to wait for a lock of this volume. */
  public void waiting(int change) {
    waiting.addAndGet(change);
  }

  /** Bytes of the I/O calls that have not come back yet. */
  public long bytesInFlight() {
    return bytes.get();
  }

  /** Age of the oldest I/O call that has not come back yet, 0 if there is none. */
  public long oldestIoMs() {
    long now = System.nanoTime();
    return inFlight.stream().filter(InFlight::isIo).mapToLong(io -> io.ageMs(now)).max().orElse(0);
  }

  /** Whether a copy to or from this volume has been running for that long. */
  public boolean isCopyingSince(long ageMs) {
    long now = System.nanoTime();
    return inFlight.stream().anyMatch(io -> io.ioClass() == IoClass.COPY && io.ageMs(now) >= ageMs);
  }

  void begin(InFlight started) {
    inFlight.add(started);
    bytes.addAndGet(started.bytes);
    bell.ring();
  }

  void end(InFlight ended) {
    if (!inFlight.remove(ended)) {
      return;
    }
    bytes.addAndGet(-ended.bytes);
    IoClass ioClass = ended.ioClass();
    long now = System.nanoTime();
    ended.waited(now);
    if (ioClass.isTimed) {
      ended.serviceNanos(
          traffic.ended(
              ioClass,
              ended.succeeded ? ended.bytes : 0,
              now - ended.startNanos(),
              ended.startServiceNanos));
    }
    if (ended.isIo() && ended.succeeded) {
      history(ioClass).add(now - ended.startNanos(), now);
      // A later call that returns shows that the volume answers
      answered(ioClass, ended.startNanos());
    }
  }

  /** Records that a call of a class that began then has returned, even with an error. */
  public void answered(IoClass ioClass, long startNanos) {
    newest(ioClass).accumulateAndGet(startNanos, (a, b) -> a - b > 0 ? a : b);
  }

  /** How long calls of a class have taken. */
  public LatencyHistory history(IoClass ioClass) {
    return Objects.requireNonNull(histories.get(ioClass));
  }

  /** The small writes that show whether it answers. */
  public CanaryState canary() {
    return canary;
  }

  /** Whether no call of I/O has ended after that time. */
  public boolean isQuietSince(long nanos) {
    return newestFinishedStart.values().stream().noneMatch(newest -> newest.get() - nanos > 0);
  }

  /** Whether a call of a class that began later than {@code startNanos} has come back. */
  public boolean isOvertaken(IoClass ioClass, long startNanos) {
    return newest(ioClass).get() - startNanos > 0;
  }

  private AtomicLong newest(IoClass ioClass) {
    // The map has every class from the beginning and never changes
    return Objects.requireNonNull(newestFinishedStart.get(ioClass));
  }

  /**
   * The operations and I/O calls that run on the volume. A live view: any thread may go through it
   * while they begin and end.
   */
  public Set<InFlight> inFlight() {
    return Collections.unmodifiableSet(inFlight);
  }

  @Override
  public String toString() {
    return path;
  }
}
