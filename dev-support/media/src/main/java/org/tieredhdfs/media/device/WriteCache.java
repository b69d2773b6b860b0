package org.tieredhdfs.media.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The volatile cache of a device: the writes that it has taken since the last flush and would lose
 * with its power.
 *
 * <p>They are in the backing file already; kept is what they replaced. A cache has its size: what
 * is older than that has reached the medium. Not thread-safe.
 */
public final class WriteCache {
  /** What a device writes wholly or not at all. */
  private static final int SECTOR_BYTES = 512;

  private final BackingFile file;
  private final long capacityBytes;
  private final Deque<Replaced> unflushed = new ArrayDeque<>();
  private long unflushedBytes;

  /** What a write replaced; each call gives a view of its own. */
  private record Replaced(long offset, ByteBuffer bytes) {
    int length() {
      return bytes.capacity();
    }

    ByteBuffer upTo(int end) {
      return bytes.duplicate().clear().limit(end);
    }
  }

  /**
   * What a loss of power did.
   *
   * @param writes that were not flushed
   * @param dropped of these, of which nothing is left
   * @param torn of these, of which a part is left
   */
  public record Lost(int writes, int dropped, int torn) {}

  WriteCache(BackingFile file, long capacityBytes) {
    this.file = file;
    this.capacityBytes = capacityBytes;
  }

  void write(ByteBuffer data, long offset) throws IOException {
    Replaced replaced = at(offset, data.remaining());
    file.write(data, offset);
    unflushed.addLast(replaced);
    unflushedBytes += replaced.length();
    while (unflushedBytes > capacityBytes) {
      unflushedBytes -= unflushed.removeFirst().length();
    }
  }

  private Replaced at(long offset, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    file.read(bytes, offset);
    return new Replaced(offset, bytes);
  }

  void flush() {
    unflushed.clear();
    unflushedBytes = 0;
  }

  /**
   * Makes the file what a loss of power leaves of it: each write is dropped, kept, or torn between
   * two sectors, independently of the others. That is what a disk may do that sorts the writes in
   * its cache; file systems and journals have to cope with it, since only a flush orders them.
   */
  Lost lose(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    // First undo all writes since the last flush, newest first. Then redo what survives of each.
    List<Replaced> after = new ArrayList<>();
    for (Iterator<Replaced> writes = unflushed.descendingIterator(); writes.hasNext(); ) {
      Replaced write = writes.next();
      after.add(at(write.offset(), write.length()));
      file.write(write.upTo(write.length()), write.offset());
    }
    Collections.reverse(after);
    int dropped = 0;
    int torn = 0;
    for (Replaced write : after) {
      int kept = keptBytes(write.length(), random);
      file.write(write.upTo(kept), write.offset());
      dropped += kept == 0 ? 1 : 0;
      torn += kept > 0 && kept < write.length() ? 1 : 0;
    }
    flush();
    return new Lost(after.size(), dropped, torn);
  }

  /** How many bytes from its start on are left of a write of {@code lengthBytes}. */
  private static int keptBytes(int lengthBytes, SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> 0;
      case 1 -> lengthBytes;
      default -> random.nextInt(lengthBytes / SECTOR_BYTES + 1) * SECTOR_BYTES;
    };
  }
}
