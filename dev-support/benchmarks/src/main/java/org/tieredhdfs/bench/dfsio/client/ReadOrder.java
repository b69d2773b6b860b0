package org.tieredhdfs.bench.dfsio.client;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * The order in which a file is read, chunk by chunk: the three variants of random reads that the
 * study of 2013 added to DFSIO. None reads a chunk twice, which the page cache would answer.
 */
public enum ReadOrder {
  /** Anywhere. */
  RANDOM {
    @Override
    int[] all(int chunks, int skipChunks, long seed) {
      int[] order = forward(chunks);
      Random random = new Random(seed);
      for (int i = chunks - 1; i > 0; i--) {
        swap(order, i, random.nextInt(i + 1));
      }
      return order;
    }
  },
  /** From the end to the beginning. */
  BACKWARD {
    @Override
    int[] all(int chunks, int skipChunks, long seed) {
      int[] order = forward(chunks);
      for (int i = 0; i < chunks / 2; i++) {
        swap(order, i, chunks - 1 - i);
      }
      return order;
    }
  },
  /** Forward, past what would be read ahead; at the end anew from the next chunk. */
  SKIP {
    @Override
    int[] all(int chunks, int skipChunks, long seed) {
      int[] order = new int[chunks];
      int next = 0;
      int stride = Math.min(skipChunks + 1, chunks);
      for (int first = 0; first < stride; first++) {
        for (int chunk = first; chunk < chunks; chunk += stride) {
          order[next++] = chunk;
        }
      }
      return order;
    }
  };

  /** All chunks of a file. */
  abstract int[] all(int chunks, int skipChunks, long seed);

  /**
   * The chunks to read, in order.
   *
   * @param chunks of the file
   * @param read how many of them
   * @param skipChunks how many are skipped after each, if any are
   * @param seed of what is random
   */
  int[] chunks(int chunks, int read, int skipChunks, long seed) {
    return Arrays.copyOf(all(chunks, skipChunks, seed), Math.min(read, chunks));
  }

  private static int[] forward(int chunks) {
    int[] order = new int[chunks];
    Arrays.setAll(order, i -> i);
    return order;
  }

  private static void swap(int[] order, int one, int other) {
    int kept = order[one];
    order[one] = order[other];
    order[other] = kept;
  }

  /** As it stands in a request. */
  public static ReadOrder parse(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
