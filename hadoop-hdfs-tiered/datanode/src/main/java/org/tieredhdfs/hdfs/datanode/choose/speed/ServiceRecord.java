package org.tieredhdfs.hdfs.datanode.choose.speed;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.tieredhdfs.hdfs.datanode.choose.space.VolumeRecord;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlocks;
import org.tieredhdfs.hdfs.datanode.volume.speed.Recovery.Terms;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/** The latency-aware policy's state of one volume: speed, load and standing. */
public final class ServiceRecord extends VolumeRecord {
  /** Fewer readers than this at a time, on average, leave a volume idle. */
  private static final double IDLE_READERS = 0.1;

  /** Of all it did, and of what it did since it was found far slower. */
  public final ServiceTimes times;

  final ServiceTimes since;
  final ClosedLately closedLately = new ClosedLately();
  final DeviceTimes device;
  private final LatencySettings settings;

  /** How many times it was taken out of service. */
  public final AtomicInteger drops = new AtomicInteger();

  /** What the judge last saw, since what it knows of a volume is forgotten in between. */
  private volatile boolean isInService = true;

  /** Its speed relative to that of its peers. */
  public volatile double weight = 1;

  /** The share of its speed's load that its free space allows; 1 for all of it. */
  public volatile double spaceFactor = 1;

  /** Where its {@link #pace} has to be below for it to be chosen before volumes with more room. */
  public volatile double paceLimitBytes = Double.POSITIVE_INFINITY;

  /** The recent average number of reads waiting for the volume. */
  public volatile double readers;

  /** Bytes lately chosen for it, over weight and space factor. */
  public final AtomicLong pace = new AtomicLong();

  private long lastReadNanos;
  private boolean isSuspected;
  private long suspectedNanos;

  public ServiceRecord(FsVolumeSpi volume, VolumeTraffic traffic, LatencySettings settings) {
    super(volume, traffic);
    this.times = new ServiceTimes(settings.halfLifeSec());
    this.since = new ServiceTimes(settings.halfLifeSec());
    this.device = new DeviceTimes(settings.halfLifeSec());
    this.settings = settings;
  }

  /** Whether it gets new blocks; one that does not is used where no other has room. */
  public boolean isInService() {
    return isInService;
  }

  /**
   * Whether it was found far slower before, and again by what it did from a second later on. That
   * it was found so is forgotten after four half-lives if it has then done its work as its peers
   * do.
   */
  boolean isSlowAgain(boolean isSlow, boolean isSlowSince, boolean isUsualSince, long nowNanos) {
    double sinceSec = (nowNanos - suspectedNanos) / 1e9;
    isSuspected &= sinceSec < 4 * settings.halfLifeSec() || !isUsualSince;
    boolean again = isSlow && isSuspected && isSlowSince && sinceSec >= 1;
    suspectedNanos = isSlow && !isSuspected ? nowNanos : suspectedNanos;
    if (nowNanos - suspectedNanos < 1e9) {
      since.restart();
    }
    isSuspected = (isSlow || isSuspected) && !again;
    return again;
  }

  /** Takes it out of service, until its probes show that it has recovered. */
  void drop() {
    drops.incrementAndGet();
    isInService = false;
    traffic.recovery().begin(new Terms(settings.recoverFactor(), settings.probeIntervalNanos()));
    traffic.setSlow(true);
  }

  /**
   * Takes it back if it has recovered; what it did while it was slow no longer counts.
   *
   * @return whether it has
   */
  boolean takeBackIfRecovered() {
    boolean hasRecovered = !isInService && !traffic.isSlow();
    if (hasRecovered) {
      times.restart();
      device.restart();
      isInService = true;
    }
    return hasRecovered;
  }

  /**
   * Adds the traffic of the volume since the last call. Reads that the page cache answers take no
   * time and are no load.
   */
  public void measure(double elapsedSec, double kept) {
    times.sample(traffic, elapsedSec);
    since.sample(traffic, elapsedSec);
    device.sample(traffic, elapsedSec);
    closedLately.sample(traffic.openBlocks().closedBlocks(), elapsedSec);
    long readNanos = traffic.readNanos();
    if (elapsedSec > 0) {
      double lately = (readNanos - lastReadNanos) / 1e9 / elapsedSec;
      readers = readers * kept + lately * (1 - kept);
    }
    lastReadNanos = readNanos;
  }

  /**
   * Bytes that a new block has to share the volume with: what open blocks will bring, and what the
   * page cache has yet to write besides. Each reader stands for a block.
   */
  public double bytesInFlight(double blockBytes) {
    OpenBlocks open = traffic.openBlocks();
    return open.bytesInFlight()
        + Math.max(0, traffic.backlog().bytes() - open.cachedBytes())
        + (readers < IDLE_READERS ? 0 : readers * blockBytes);
  }

  /** Charges a choice to the load that its free space allows. */
  public void advance(long blockBytes) {
    pace.addAndGet((long) (Math.max(1, blockBytes) / (weight * spaceFactor)));
  }

  /** Whether it has had as much as its free space allows it, compared with its peers. */
  public boolean isAheadOfItsSpace() {
    return spaceFactor < 1 && pace.get() > paceLimitBytes;
  }
}
