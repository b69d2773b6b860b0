package org.tieredhdfs.tiering.heat;

import java.io.IOException;
import java.util.Arrays;

/**
 * What a DataNode tells of the reads of one block pool: its blocks of most reads. Immutable.
 *
 * <p>Written as lines: first what is said of all, then a block in each. Numbers are decimal.
 *
 * @param countedMs since when the DataNode counts, in milliseconds before now
 * @param halfLifeMs after which an old read counts half as much
 * @param otherBytes what is hardly exceeded by a block that is not listed
 * @param counts what was read lately of those that are listed
 */
record ReadReport(long countedMs, long halfLifeMs, long otherBytes, BlockCounts counts) {
  private static final String FORM = "tiered-reads 1";

  /** The blocks of most reads of a table. */
  static ReadReport of(ReadTable table, int most, long halfLifeMs, long countedMs, long nowMs) {
    // one look: counts grow meanwhile
    long[] seen = new long[table.places()];
    long[] read = new long[seen.length];
    int[] count = {0};
    table.forEach(
        nowMs,
        (block, bytes) -> {
          seen[count[0]] = block;
          read[count[0]++] = Math.round(bytes);
        });
    long[] sorted = Arrays.copyOf(read, count[0]);
    Arrays.sort(sorted);
    int left = Math.max(0, sorted.length - most);
    long least = left == sorted.length ? Long.MAX_VALUE : sorted[left];
    long[] blocks = new long[sorted.length - left];
    long[] bytes = new long[blocks.length];
    int listed = 0;
    for (boolean isLeast : new boolean[] {false, true}) {
      for (int place = 0; place < count[0] && listed < blocks.length; place++) {
        if (isLeast ? read[place] == least : read[place] > least) {
          blocks[listed] = seen[place];
          bytes[listed++] = read[place];
        }
      }
    }
    long unlisted = left == 0 ? 0 : sorted[left - 1];
    return new ReadReport(
        countedMs,
        halfLifeMs,
        Math.max(unlisted, Math.round(table.leastBytes(nowMs))),
        new BlockCounts(blocks, bytes));
  }

  String text() {
    StringBuilder text = new StringBuilder(FORM);
    text.append(' ')
        .append(countedMs)
        .append(' ')
        .append(halfLifeMs)
        .append(' ')
        .append(otherBytes);
    for (int place = 0; place < counts.size(); place++) {
      text.append('\n').append(counts.block(place)).append(' ').append(counts.bytes(place));
    }
    return text.toString();
  }

  /**
   * Reads what a DataNode has written.
   *
   * @param most so many blocks are taken, whatever is said
   * @throws IOException if it is something else
   */
  static ReadReport parse(String text, int most) throws IOException {
    String[] lines = text.split("\n", most + 2);
    if (!lines[0].startsWith(FORM + " ")) {
      throw new IOException("no reads are told, but: " + lines[0]);
    }
    try {
      String[] head = lines[0].substring(FORM.length() + 1).split(" ", -1);
      int count = Math.min(most, lines.length - 1);
      long[] blocks = new long[count];
      long[] bytes = new long[count];
      for (int i = 0; i < count; i++) {
        String line = lines[i + 1];
        int space = line.indexOf(' ');
        blocks[i] = Long.parseLong(line.substring(0, Math.max(0, space)));
        bytes[i] = notNegative(line.substring(space + 1));
      }
      return new ReadReport(
          notNegative(head[0]),
          Math.max(1, notNegative(head[1])),
          notNegative(head[2]),
          new BlockCounts(blocks, bytes));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new IOException("reads are told in another form: " + lines[0], e);
    }
  }

  private static long notNegative(String number) {
    return Math.max(0, Long.parseLong(number));
  }
}
