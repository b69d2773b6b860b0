package org.tieredhdfs.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Reads a store as a whole and finds the rows that are missing, in two ways that know nothing of
 * each other: those that a row points at, and those that a writer was told are there.
 *
 * <p>Writers have to be at rest meanwhile. Used once, by one thread.
 */
public final class ListVerifier implements RowStore.Reader {
  private final LongStream.Builder ids = LongStream.builder();
  private final LongStream.Builder pointers = LongStream.builder();
  private final List<String> damaged = new ArrayList<>();

  private ListVerifier() {}

  public static Verdict verify(RowStore store, Collection<AckedRows.Batch> acked)
      throws IOException {
    ListVerifier verifier = new ListVerifier();
    store.read(verifier);
    return verifier.judge(acked);
  }

  @Override
  public void row(ListRow row, boolean isIntact) {
    ids.add(row.id());
    if (!isIntact) {
      damaged.add("row " + ListRow.name(row.id()) + " is damaged");
    } else if (!row.isFirst()) {
      // in a damaged row the pointer may be wrong, too
      pointers.add(row.previous());
    }
  }

  private Verdict judge(Collection<AckedRows.Batch> acked) {
    long[] found = ids.build().sorted().toArray();
    Map<Long, String> lost = new TreeMap<>();
    for (long id : pointers.build().sorted().toArray()) {
      if (!contains(found, id)) {
        lost.put(id, "another row points at it");
      }
    }
    long unacked = found.length;
    for (AckedRows.Batch batch : acked) {
      for (ListRow row : batch.rows()) {
        if (contains(found, row.id())) {
          unacked--;
        } else {
          lost.merge(row.id(), batch.toString(), (pointed, noted) -> noted + ", and " + pointed);
        }
      }
    }
    List<String> sentences = new ArrayList<>();
    lost.forEach((id, why) -> sentences.add("row " + ListRow.name(id) + " is lost: " + why));
    return new Verdict(found.length, unacked, sentences, damaged);
  }

  private static boolean contains(long[] sorted, long id) {
    return Arrays.binarySearch(sorted, id) >= 0;
  }
}
