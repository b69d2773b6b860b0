package org.tieredhdfs.tiering.report;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What files take on each storage type, by range of age, and what rules would move of it: of all
 * files or of an owner. Two or three kilobytes. Used by one thread.
 */
final class AgedUse {
  private static final int TYPES = PolicyTypes.COUNT;

  /** All files, each once. */
  static final int ALL = TYPES;

  /** With a replica on a type, and {@link #ALL}; by range of age. */
  final long[][] files = new long[TYPES + 1][Ages.RANGES.size()];

  /** On a type, and {@link #ALL}; by range of age. */
  final long[][] bytes = new long[TYPES + 1][Ages.RANGES.size()];

  /** How many files rules would give another policy. */
  long changedFiles;

  /** By the type from which and the type to which. */
  final long[][] moved = new long[TYPES][TYPES];

  /** Adds a file, which has so many replicas on each type, of so many bytes each. */
  void add(int range, int[] replicas, long bytesOfOne) {
    files[ALL][range]++;
    for (int type = 0; type < TYPES; type++) {
      if (replicas[type] > 0) {
        files[type][range]++;
        bytes[type][range] += replicas[type] * bytesOfOne;
        bytes[ALL][range] += replicas[type] * bytesOfOne;
      }
    }
  }

  /** Adds what moves if the replicas of a file are to be elsewhere. */
  void addChange(int[] before, int[] after, long bytesOfOne) {
    changedFiles++;
    int[] missing = IntStream.range(0, TYPES).map(type -> after[type] - before[type]).toArray();
    for (int from = 0; from < TYPES; from++) {
      for (int to = 0; to < TYPES; to++) {
        int some = Math.min(-missing[from], missing[to]);
        if (some > 0) {
          moved[from][to] += some * bytesOfOne;
          missing[from] += some;
          missing[to] -= some;
        }
      }
    }
  }

  /** Adds what another one has. */
  void add(AgedUse other) {
    changedFiles += other.changedFiles;
    addTo(files, other.files);
    addTo(bytes, other.bytes);
    addTo(moved, other.moved);
  }

  private static void addTo(long[][] sums, long[][] more) {
    for (int i = 0; i < more.length; i++) {
      for (int j = 0; j < more[i].length; j++) {
        sums[i][j] += more[i][j];
      }
    }
  }

  /** The storage types on which files are to be, now or after rules have moved them. */
  int[] types() {
    return IntStream.range(0, TYPES)
        .filter(type -> files(type) > 0 || bytesAfter(type) > 0)
        .toArray();
  }

  long bytes(int type) {
    return LongStream.of(bytes[type]).sum();
  }

  long files(int type) {
    return LongStream.of(files[type]).sum();
  }

  long movedBytes() {
    return Arrays.stream(moved).flatMapToLong(LongStream::of).sum();
  }

  /** What a type, or {@link #ALL}, holds after rules have moved what they would. */
  long bytesAfter(int type) {
    return bytes(type)
        + IntStream.range(0, type == ALL ? 0 : TYPES)
            .mapToLong(other -> moved[other][type] - moved[type][other])
            .sum();
  }
}
