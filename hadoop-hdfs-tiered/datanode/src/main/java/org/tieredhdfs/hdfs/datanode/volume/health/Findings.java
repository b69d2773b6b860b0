package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.Judgement.Hang;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;

/**
 * What one look at the calls of a volume found.
 *
 * @param stuckWriteNanos how long a call may take that changes something, the least of those that
 *     take longer without an answer of the volume; {@link Cutoffs#NEVER} if there is none
 * @param stuckReadNanos the same of calls that read
 * @param isSuspected whether a call has taken half of its time, and nothing speaks for the volume
 * @param hang if a call takes so long that the volume hangs
 * @param loneReads reads of clients that do not come back, whether the volume answers or not: a
 *     disk tries a bad sector for a minute and more, and of several disks under a volume one may
 *     hang
 */
record Findings(
    long stuckWriteNanos,
    long stuckReadNanos,
    boolean isSuspected,
    @Nullable Hang hang,
    List<InFlight> loneReads) {
  static final Findings NONE = new Findings(Cutoffs.NEVER, Cutoffs.NEVER, false, null, List.of());

  /** Those of the calls that take long enough to be of interest, on a device that is watched. */
  static Findings of(List<InFlight> late, Look look) {
    long writeNanos = Cutoffs.NEVER;
    long readNanos = Cutoffs.NEVER;
    boolean isSuspected = false;
    InFlight hung = null;
    boolean isReadHung = false;
    List<InFlight> loneReads = new ArrayList<>();
    for (InFlight io : late) {
      boolean isRead = io.ioClass() == IoClass.READ;
      boolean isOfReader = isRead && look.isOfReader(io);
      long allowedNanos = look.allowedNanos(io, isOfReader);
      isSuspected |= look.isDoubted(io, allowedNanos);
      if (look.isWithoutAnswer(io, allowedNanos)) {
        if (isRead) {
          readNanos = Math.min(readNanos, allowedNanos);
        } else {
          writeNanos = Math.min(writeNanos, allowedNanos);
        }
      }
      if (look.isWithoutAnswer(io, io.allowedNanos())) {
        isReadHung |= isRead;
        hung = hung == null || io.startNanos() - hung.startNanos() < 0 ? io : hung;
      }
      if (isOfReader && look.isLone(io)) {
        loneReads.add(io);
      }
    }
    return new Findings(
        writeNanos,
        readNanos,
        isSuspected,
        hung == null ? null : look.hang(hung, isReadHung),
        loneReads);
  }

  /** Whether anything speaks against the volume. */
  boolean isSuspicious() {
    return isSuspected || isStalled() || hang != null;
  }

  boolean isStalled() {
    return areReadsStuck() || areWritesStuck();
  }

  boolean areReadsStuck() {
    return stuckReadNanos != Cutoffs.NEVER;
  }

  boolean areWritesStuck() {
    return stuckWriteNanos != Cutoffs.NEVER;
  }

  /**
   * The age from which on a call, or an operation that consists of calls, is one of those that are
   * stuck.
   */
  long stuckNanos(InFlight inFlight) {
    return switch (inFlight.ioClass()) {
      case OPERATION -> Math.min(stuckReadNanos, stuckWriteNanos);
      case READ -> stuckReadNanos;
      case COPY -> Cutoffs.NEVER;
      default -> stuckWriteNanos;
    };
  }
}
