package org.tieredhdfs.hdfs.datanode.choose;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DiskChecker.DiskOutOfSpaceException;
import org.tieredhdfs.hdfs.datanode.choose.SpaceGauge.Measurement;
import org.tieredhdfs.hdfs.datanode.choose.SpaceGauge.Verdict;

/**
 * The free space of volumes, known without asking a file system on the way of a write.
 *
 * <p>Figures are refreshed by sweeps on a thread of their own. A request starts a sweep when one is
 * due and does not wait for it; an idle DataNode sweeps nothing. A sweep measures one volume after
 * the other and passes over a volume that is being measured already: a file system that hangs holds
 * the one thread that asked it, and later sweeps refresh the others.
 *
 * <p>A request waits, never with a lock of ours, in two cases: a volume of which nothing recent is
 * known, or for which only claims stand against room, is measured before it is passed over; and
 * before a block is refused, every volume is measured anew. So a block is refused only on figures
 * younger than the request. A volume that does not answer holds a request up until {@link
 * SpaceLimits#timeoutNanos} after it was asked, and from then on no other; it is used on its last
 * figure, and only if no other has room.
 *
 * <p>Thread-safe.
 */
final class SpaceBook {
  /** A bound for loops that end sooner unless there is no thread to measure on. */
  private static final int MAX_ROUNDS = 4;

  private final SpaceLimits limits;
  private final LongSupplier nanoClock;
  private final Executor executor;

  /**
   * @param executor runs measurements, which may hang; it may refuse, never queue
   */
  SpaceBook(SpaceLimits limits, LongSupplier nanoClock, Executor executor) {
    this.limits = limits;
    this.nanoClock = nanoClock;
    this.executor = executor;
  }

  /**
   * The positions in a lineup of the volumes that have room for a block, at least one, ascending.
   *
   * @throws DiskOutOfSpaceException if none has
   */
  int[] withRoom(Lineup<?, ?> lineup, long blockBytes) throws IOException {
    long neededBytes = neededBytes(blockBytes);
    Survey survey = survey(lineup, neededBytes);
    // Again and again, as others may claim while this thread waits; each round takes as many claims
    // as there was room for.
    for (int round = 0; round < MAX_ROUNDS && survey.positions(Verdict.DOUBT).length > 0; round++) {
      measure(lineup, survey.positions(Verdict.DOUBT), survey.nowNanos);
      survey = survey(lineup, neededBytes);
    }
    if (survey.positions(Verdict.ROOM).length == 0) {
      measure(lineup, survey.unhung(), survey.nowNanos);
      survey = survey(lineup, neededBytes);
    }
    int[] room = survey.positions(Verdict.ROOM);
    return room.length > 0
        ? room
        : lastResort(lineup, survey.positions(Verdict.SILENT), blockBytes);
  }

  private Survey survey(Lineup<?, ?> lineup, long neededBytes) {
    return new Survey(lineup, neededBytes, nanoClock.getAsLong(), limits);
  }

  private int[] lastResort(Lineup<?, ?> lineup, int[] silent, long blockBytes)
      throws DiskOutOfSpaceException {
    long neededBytes = neededBytes(blockBytes);
    int[] room =
        Arrays.stream(silent).filter(i -> lineup.record(i).space.hadRoom(neededBytes)).toArray();
    if (room.length == 0) {
      throw new DiskOutOfSpaceException(
          OutOfSpace.describe(lineup, silent, blockBytes, limits.additionalBytes()));
    }
    return room;
  }

  private long neededBytes(long blockBytes) {
    long sum = blockBytes + limits.additionalBytes();
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** Starts a sweep over a lineup; does not wait for it. */
  void sweep(Lineup<?, ?> lineup) {
    try {
      executor.execute(
          () -> {
            for (int i = 0; i < lineup.size(); i++) {
              SpaceGauge gauge = lineup.record(i).space;
              Measurement measurement = gauge.begin();
              if (measurement != null) {
                gauge.run(measurement, lineup.volume(i));
              }
            }
          });
    } catch (RejectedExecutionException e) {
      // Every thread is held by a file system that hangs; the figures stay as old as they are.
    }
  }

  long refreshNanos() {
    return limits.refreshNanos();
  }

  /** Waits until these volumes have been measured since then, or have not answered in time. */
  private void measure(Lineup<?, ?> lineup, int[] which, long sinceNanos) throws IOException {
    for (int i : which) {
      start(lineup.record(i).space, lineup.volume(i), sinceNanos);
    }
    for (int i : which) {
      await(lineup.record(i).space, lineup.volume(i), sinceNanos);
    }
  }

  private void start(SpaceGauge gauge, FsVolumeSpi volume, long sinceNanos) {
    if (gauge.wasMeasuredSince(sinceNanos)) {
      return;
    }
    Measurement measurement = gauge.begin();
    if (measurement == null) {
      return;
    }
    try {
      executor.execute(() -> gauge.run(measurement, volume));
    } catch (RejectedExecutionException e) {
      gauge.finish(measurement);
    }
  }

  private void await(SpaceGauge gauge, FsVolumeSpi volume, long sinceNanos) throws IOException {
    // More than once, as the measurement found running may have begun before the request.
    for (int round = 0; round < MAX_ROUNDS && !gauge.wasMeasuredSince(sinceNanos); round++) {
      Measurement running = gauge.running();
      if (running == null) {
        start(gauge, volume, sinceNanos);
        running = gauge.running();
      }
      if (running == null) {
        continue;
      }
      // What has kept one request waiting to the limit does not keep the next one.
      long fromNanos = Math.min(0, running.startedNanos() - sinceNanos) + sinceNanos;
      long leftNanos = limits.timeoutNanos() - (nanoClock.getAsLong() - fromNanos);
      try {
        running.done().get(Math.max(0, leftNanos), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        return;
      } catch (ExecutionException e) {
        throw new IllegalStateException("A measurement never completes with a failure", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("Interrupted while choosing a volume");
      }
    }
  }

  /**
   * One look at every volume of a lineup. Looking twice would not do: a volume whose figure comes
   * in between would be neither doubtful nor have room, and lose its turn.
   */
  private static final class Survey {
    final long nowNanos;
    private final Verdict[] verdicts;

    Survey(Lineup<?, ?> lineup, long neededBytes, long nowNanos, SpaceLimits limits) {
      this.nowNanos = nowNanos;
      verdicts = new Verdict[lineup.size()];
      for (int i = 0; i < verdicts.length; i++) {
        VolumeRecord record = lineup.record(i);
        verdicts[i] =
            record.traffic.isHung()
                ? Verdict.HUNG
                : record.space.judge(neededBytes, nowNanos, limits);
      }
    }

    int[] positions(Verdict wanted) {
      return positions(verdict -> verdict == wanted);
    }

    int[] unhung() {
      return positions(verdict -> verdict != Verdict.HUNG);
    }

    private int[] positions(Predicate<Verdict> wanted) {
      int[] found = new int[verdicts.length];
      int count = 0;
      for (int i = 0; i < found.length; i++) {
        if (wanted.test(verdicts[i])) {
          found[count++] = i;
        }
      }
      return count == found.length ? found : Arrays.copyOf(found, count);
    }
  }
}
