package org.tieredhdfs.verify;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The acknowledged rows, as recorded by their writers. Thread-safe. */
public final class AckedRows {
  private final List<Batch> batches = new ArrayList<>();
  private long rows;

  /**
   * Rows that were acknowledged together.
   *
   * @param writer who wrote them
   * @param number counts the writer's batches
   * @param at when the acknowledgement came
   */
  public record Batch(int writer, int number, Instant at, List<ListRow> rows) {
    public Batch {
      rows = List.copyOf(rows);
    }

    @Override
    public String toString() {
      return "batch " + number + " of writer " + writer + ", acknowledged at " + at;
    }
  }

  synchronized void add(Batch batch) {
    batches.add(batch);
    rows += batch.rows().size();
  }

  synchronized List<Batch> batches() {
    return List.copyOf(batches);
  }

  synchronized long rows() {
    return rows;
  }
}
