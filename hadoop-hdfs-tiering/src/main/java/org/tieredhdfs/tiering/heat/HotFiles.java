package org.tieredhdfs.tiering.heat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Which files a part of a fast medium is to hold: those that are read most for their size.
 *
 * <p>A file comes in only if it is read more than all the files together that have to leave for it,
 * and by a margin; and if it was read more than once lately, so that who reads everything once
 * brings in nothing. (To compare a newcomer with its victims is the idea of TinyLFU: Einziger,
 * Friedman and Manes, ACM Transactions on Storage, 2017.) Small files can replace a large one
 * together. The choice depends on nothing but what was offered; of files of the same worth the one
 * with the smaller number is preferred.
 *
 * <p>Some 50 bytes of heap for each file that is held, or read enough to come. Used once, by one
 * thread.
 */
public final class HotFiles {
  /** How much more has to be read of what comes than of what leaves. */
  private static final double MARGIN = 1.5;

  /** How often a file has to be read lately to come, by bytes. */
  private static final double LEAST_READS = 1.5;

  /** Smaller files count as such: not all room goes to what is hardly worth a change. */
  private static final long LEAST_BYTES = 1 << 20;

  /** So many files that nothing makes room for are passed over. */
  private static final int MOST_FAILURES = 1_000;

  private static final Comparator<Offer> BY_WORTH =
      Comparator.comparingDouble(Offer::worth)
          .thenComparing(Comparator.comparingLong(Offer::file).reversed());

  private final long capacityBytes;
  private final long mostBytes;
  private final List<Offer> held = new ArrayList<>();
  private final List<Offer> others = new ArrayList<>();
  private long heldBytes;

  private record Offer(long file, long bytes, double reads) {
    double worth() {
      return reads / Math.max(bytes, LEAST_BYTES);
    }
  }

  /**
   * What is to be changed. When all of the first have left there is room for all of the others.
   *
   * @param leaving the files that are to leave, those first that should
   * @param coming the files that are to come, those first that should
   */
  public record Choice(List<Long> leaving, List<Long> coming) {}

  /**
   * @param capacityBytes what may be held
   * @param mostBytes from which on files leave, whatever comes
   */
  public HotFiles(long capacityBytes, long mostBytes) {
    this.capacityBytes = capacityBytes;
    this.mostBytes = mostBytes;
  }

  /**
   * Offers a file that is held.
   *
   * @param bytes that it takes of the medium; none if it is empty
   * @param reads how often it was read lately, by bytes
   * @param mayLeave whether it may be changed now
   */
  public void held(long file, long bytes, double reads, boolean mayLeave) {
    if (bytes > 0) {
      heldBytes = Math.addExact(heldBytes, bytes);
      if (mayLeave) {
        held.add(new Offer(file, bytes, reads));
      }
    }
  }

  /** Offers another file. */
  public void other(long file, long bytes, double reads) {
    if (bytes > 0 && bytes <= capacityBytes && reads >= LEAST_READS) {
      others.add(new Offer(file, bytes, reads));
    }
  }

  /** What is held at present, in bytes. */
  public long heldBytes() {
    return heldBytes;
  }

  /**
   * Chooses.
   *
   * @param mostFiles so many are changed at most
   * @param mostBytes of so many bytes; of the first change of each kind more, if it alone has them
   * @param mayYield asked of a file that would leave for another one
   */
  public Choice choose(int mostFiles, long mostBytes, LongPredicate mayYield) {
    held.sort(BY_WORTH);
    others.sort(BY_WORTH.reversed());
    Exchange exchange = new Exchange(mostFiles, mostBytes, mayYield);
    exchange.shrink();
    exchange.improve();
    return new Choice(List.copyOf(exchange.leaving), List.copyOf(exchange.coming));
  }

  /** Some files together. */
  private static final class Group {
    private final List<Offer> files = new ArrayList<>();
    private long bytes;
    private double reads;

    void add(Offer one) {
      files.add(one);
      bytes += one.bytes();
      reads += one.reads();
    }

    /** Takes away those that were added last. */
    void cutTo(int size) {
      while (files.size() > size) {
        Offer last = files.remove(files.size() - 1);
        bytes -= last.bytes();
        reads -= last.reads();
      }
    }

    void clear() {
      files.clear();
      bytes = 0;
      reads = 0;
    }
  }

  private final class Exchange {
    private final LongPredicate mayYield;
    private final List<Long> leaving = new ArrayList<>();
    private final List<Long> coming = new ArrayList<>();
    private final Group in = new Group();
    private final Group out = new Group();
    private final BitSet isAsked = new BitSet();
    private final BitSet yields = new BitSet();
    private int filesLeft;
    private long bytesLeft;
    private int next;

    Exchange(int mostFiles, long mostBytes, LongPredicate mayYield) {
      this.filesLeft = mostFiles;
      this.bytesLeft = mostBytes;
      this.mayYield = mayYield;
    }

    /** What holds more than it may loses what is worth least, known or not. */
    void shrink() {
      while (heldBytes > mostBytes && next < held.size() && filesLeft > 0 && bytesLeft > 0) {
        leave(held.get(next++));
      }
    }

    private void leave(Offer one) {
      leaving.add(one.file());
      heldBytes -= one.bytes();
      count(one);
    }

    private void come(Offer one) {
      coming.add(one.file());
      heldBytes += one.bytes();
      count(one);
    }

    private void count(Offer one) {
      filesLeft--;
      bytesLeft -= one.bytes();
    }

    /** Lets groups of files come for groups that leave, while both are within the limits. */
    void improve() {
      int failures = 0;
      for (Offer one : others) {
        int victims = out.files.size();
        int was = next;
        in.add(one);
        boolean hasRoom = makesRoom();
        if (hasRoom && !isWithinLimits()) {
          return;
        }
        if (hasRoom && in.reads >= MARGIN * out.reads) {
          out.files.forEach(this::leave);
          in.files.forEach(this::come);
          in.clear();
          out.clear();
        } else if (!hasRoom || one.worth() < MARGIN * out.files.get(out.files.size() - 1).worth()) {
          // it is too large, but another one may do
          in.cutTo(in.files.size() - 1);
          out.cutTo(victims);
          next = was;
          if (++failures == MOST_FAILURES) {
            return;
          }
        }
      }
    }

    private boolean makesRoom() {
      while (heldBytes - out.bytes + in.bytes > capacityBytes) {
        Offer victim = nextVictim();
        if (victim == null) {
          return false;
        }
        out.add(victim);
      }
      return true;
    }

    private @Nullable Offer nextVictim() {
      while (next < held.size()) {
        int place = next++;
        if (!isAsked.get(place)) {
          isAsked.set(place);
          yields.set(place, mayYield.test(held.get(place).file()));
        }
        if (yields.get(place)) {
          return held.get(place);
        }
      }
      return null;
    }

    private boolean isWithinLimits() {
      boolean isFirst = leaving.isEmpty() && coming.isEmpty();
      return in.files.size() + out.files.size() <= filesLeft
          && (in.bytes + out.bytes <= bytesLeft || (isFirst && in.files.size() == 1));
    }
  }
}
