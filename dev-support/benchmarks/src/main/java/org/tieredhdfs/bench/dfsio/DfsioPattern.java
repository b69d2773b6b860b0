package org.tieredhdfs.bench.dfsio;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * What is done with each file; the last three are the variants of random reads that the study of
 * 2013 added to DFSIO.
 */
enum DfsioPattern {
  WRITE,
  SEQUENTIAL,
  /** Anywhere. */
  RANDOM,
  /** From the end to the beginning. */
  BACKWARD,
  /** Forward, past what would be read ahead; at the end anew from the next chunk. */
  SKIP;

  boolean isRead() {
    return this != WRITE;
  }

  /** As it stands in names of cases and in requests. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** That of a {@link #label}. */
  static DfsioPattern parse(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }

  /**
   * The chunks to read, in order; none twice, which the page cache would answer.
   *
   * @param chunks of the file
   * @param read how many of them
   * @param skipChunks how many are skipped after each, if any are
   * @param seed of what is random
   */
  List<Integer> chunks(int chunks, int read, int skipChunks, long seed) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, chunks).boxed().toList());
    switch (this) {
      case RANDOM -> Collections.shuffle(order, new Random(seed));
      case BACKWARD -> Collections.reverse(order);
      case SKIP -> order.sort(Comparator.comparing(chunk -> chunk % (skipChunks + 1)));
      case WRITE, SEQUENTIAL -> {}
    }
    return order.subList(0, Math.min(read, chunks));
  }
}
