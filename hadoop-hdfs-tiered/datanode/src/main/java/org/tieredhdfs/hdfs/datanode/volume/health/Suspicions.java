package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.tieredhdfs.hdfs.cluster.PeerView;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.Transfers;

/**
 * Since when volumes are suspected of not answering, and whether others can take their place: those
 * of this DataNode, and by news from the NameNode those of others.
 *
 * <p>Storage that several DataNodes share may stop on all of them at once. So what others do counts
 * only by news that were asked for after these had the time to suspect theirs, too. Thread-safe;
 * waits for nobody.
 */
public final class Suspicions {
  /** By this the least time is divided for the time after which others have noticed the same. */
  private static final int NOTICED_AFTER = 4;

  /** How old news may be at the most: a few heartbeats. */
  private static final long NEWS_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Cutoffs cutoffs;
  private final PeerView peers;
  private final Runnable asking;
  private final LongSupplier nanoClock;
  private final Map<VolumeState, Long> sinceNanos = new ConcurrentHashMap<>();

  /**
   * @param asking asks for news of other DataNodes, unless that was done a moment ago
   */
  public Suspicions(Cutoffs cutoffs, PeerView peers, Runnable asking, LongSupplier nanoClock) {
    this.cutoffs = cutoffs;
    this.peers = peers;
    this.asking = asking;
    this.nanoClock = nanoClock;
  }

  Cutoffs cutoffs() {
    return cutoffs;
  }

  /** Takes note of a look; asks for news as long as they are missing. */
  void note(Map<VolumeState, Findings> found) {
    sinceNanos.keySet().retainAll(found.keySet());
    found.forEach(
        (volume, one) -> {
          if (!one.isSuspicious()) {
            sinceNanos.remove(volume);
          } else if (sinceNanos.putIfAbsent(volume, nanoClock.getAsLong()) == null
              || !peers.hasNewsSince(noticedNanos(volume))) {
            asking.run();
          }
        });
  }

  /** When other DataNodes with the same fault have noticed it, too. */
  private long noticedNanos(VolumeState volume) {
    return sinceNanos.getOrDefault(volume, nanoClock.getAsLong())
        + cutoffs.leastNanos(volume) / NOTICED_AFTER;
  }

  private long newsNanos(VolumeState volume) {
    long nowNanos = nanoClock.getAsLong();
    return nowNanos - Math.min(NEWS_NANOS, nowNanos - noticedNanos(volume));
  }

  /** Whether so many other DataNodes are known to have a volume of the type that answers. */
  boolean canSpare(VolumeState volume, int nodes) {
    return peers.canSpare(volume.volume().getStorageType(), nodes, newsNanos(volume));
  }

  /** Whether the calling thread's client asks for others if it gets no block, and finds some. */
  public boolean isElsewhereBetter(VolumeState volume) {
    ClientTransfer client = Transfers.current();
    return cutoffs.cutsFanOut()
        && client != null
        && client.isOfFanOut()
        && canSpare(volume, client.othersNeeded());
  }

  /**
   * Whether what the calling thread asks of a volume that is out of use may be refused: not to a
   * writer that has no other DataNode, or too few.
   */
  public boolean mayRefuse(VolumeState volume) {
    ClientTransfer client = Transfers.current();
    return client == null
        || client.kind() != ClientTransfer.Kind.WRITE
        || client.clientName().isEmpty()
        || (client.canGoOnElsewhere() && canSpare(volume, client.othersNeeded()));
  }

  /**
   * Which of the volumes that hang are put out of use: of a type at most half of those that there
   * are, and the only one if most of the other DataNodes have one that answers.
   */
  Set<VolumeState> hidden(Map<VolumeState, Findings> found) {
    Set<VolumeState> hidden = new HashSet<>();
    found.entrySet().stream()
        .filter(one -> one.getValue().hang() != null)
        .map(Map.Entry::getKey)
        .collect(Collectors.groupingBy(volume -> volume.volume().getStorageType()))
        .forEach(
            (type, ofType) -> {
              long all =
                  found.keySet().stream()
                      .filter(volume -> volume.volume().getStorageType() == type)
                      .count();
              ofType.stream()
                  .sorted(Comparator.comparing(volume -> !volume.judgement().isHidden()))
                  .limit(Math.max(1, all / 2))
                  .filter(volume -> all > 1 || peers.areMostAnswering(type, newsNanos(volume)))
                  .forEach(hidden::add);
            });
    return hidden;
  }
}
