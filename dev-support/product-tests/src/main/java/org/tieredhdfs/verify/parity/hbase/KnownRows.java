package org.tieredhdfs.verify.parity.hbase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.tieredhdfs.verify.hdfs.KnownContent;
import org.tieredhdfs.verify.parity.PlayResult.Kept;

/**
 * The rows that a table has to have, by what its only client was told.
 *
 * <p>A version is the timestamp of its cells, and what they hold follows from it. So what a failed
 * operation has left on its way comes never in front of what was acknowledged later.
 */
final class KnownRows {
  /** Rows have numbers below. */
  static final int ROWS = 1_000;

  static final byte[] FAMILY = Bytes.toBytes("f");

  /** The family of large cells, which every fourth row has. */
  static final byte[] MOB_FAMILY = Bytes.toBytes("m");

  static final int MOB_BYTES = 2_000;
  private static final int BYTES = 200;
  private static final int MOB_EACH = 4;
  private static final byte[] QUALIFIER = Bytes.toBytes("v");

  /** The version of a row that is not there. */
  static final long NONE = 0;

  private static final int MAX_NAMED = 3;

  /** The versions that each row may have. */
  private final Map<Integer, Set<Long>> allowed = new TreeMap<>();

  KnownRows copy() {
    KnownRows copy = new KnownRows();
    allowed.forEach((row, versions) -> copy.allowed.put(row, new TreeSet<>(versions)));
    return copy;
  }

  /** The same of these rows alone. */
  KnownRows only(Collection<Integer> rows) {
    KnownRows some = copy();
    some.allowed.keySet().retainAll(rows);
    return some;
  }

  /** Rows may have this version from now on: an operation begins. */
  void mayHave(Collection<Integer> rows, long version) {
    rows.forEach(row -> versions(row).add(version));
  }

  /** Rows have this version: the operation was acknowledged. */
  void have(Collection<Integer> rows, long version) {
    rows.forEach(row -> allowed.put(row, new TreeSet<>(Set.of(version))));
  }

  /** All rows may be as in another state, too: an operation on the table begins. */
  void mayBecome(KnownRows other) {
    Set<Integer> rows = new TreeSet<>(allowed.keySet());
    rows.addAll(other.allowed.keySet());
    rows.forEach(row -> versions(row).addAll(other.allowed.getOrDefault(row, Set.of(NONE))));
  }

  private Set<Long> versions(int row) {
    return allowed.computeIfAbsent(row, any -> new TreeSet<>(Set.of(NONE)));
  }

  static byte[] key(int row) {
    return Bytes.toBytes(String.format(Locale.ROOT, "%03d", row));
  }

  /** The cells of a row, that of the large family last if it has one. */
  static List<KeyValue> cells(int row, long version) {
    List<KeyValue> cells = new ArrayList<>();
    cells.add(cell(row, version, FAMILY, BYTES));
    if (row % MOB_EACH == 0) {
      cells.add(cell(row, version, MOB_FAMILY, MOB_BYTES));
    }
    return cells;
  }

  private static KeyValue cell(int row, long version, byte[] family, int length) {
    byte[] content = new byte[length];
    KnownContent.fill(content, length, version * ROWS + row, 0);
    byte[] value = Bytes.add(Bytes.toBytes(version), content);
    return new KeyValue(key(row), family, QUALIFIER, version, value);
  }

  /**
   * Compares all rows of a table; kept are those that are as they have to be, also those that have
   * to be missing.
   *
   * @param hasMob whether large cells were read
   */
  Kept check(String name, List<Result> results, boolean hasMob) {
    List<String> lost = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    Map<Integer, Long> found = new TreeMap<>();
    for (Result result : results) {
      int row = Integer.parseInt(Bytes.toString(result.getRow()));
      found.put(row, version(row, result, hasMob, wrong));
    }
    long kept = 0;
    for (Map.Entry<Integer, Set<Long>> row : allowed.entrySet()) {
      Long version = found.getOrDefault(row.getKey(), NONE);
      if (row.getValue().contains(version)) {
        kept++;
      } else {
        lost.add("row " + row.getKey() + " has version " + version + ", not " + row.getValue());
      }
    }
    found.keySet().removeAll(allowed.keySet());
    found.keySet().forEach(row -> wrong.add("row " + row + " was never written"));
    return new Kept(name, kept, first(lost), first(wrong));
  }

  private static long version(int row, Result result, boolean hasMob, List<String> wrong) {
    byte[] value = result.getValue(FAMILY, QUALIFIER);
    long version = value == null ? NONE : Bytes.toLong(value);
    for (KeyValue cell : cells(row, version)) {
      byte[] family = CellUtil.cloneFamily(cell);
      boolean isMob = Arrays.equals(family, MOB_FAMILY);
      byte[] own = result.getValue(family, QUALIFIER);
      if ((hasMob || !isMob) && !Arrays.equals(own, CellUtil.cloneValue(cell))) {
        wrong.add("row " + row + (isMob ? ", large cell" : "") + " is not version " + version);
      }
    }
    return version;
  }

  private static String first(List<String> all) {
    return all.isEmpty()
        ? ""
        : all.size()
            + " rows: "
            + String.join("; ", all.subList(0, Math.min(MAX_NAMED, all.size())));
  }
}
