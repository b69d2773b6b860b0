package org.tieredhdfs.verify;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Rows in memory, of which one in so many writes fails after half of its rows. Thread-safe. */
final class MemoryStore implements RowStore {
  private final Map<Long, ListRow> rows = new ConcurrentHashMap<>();
  private final Set<Long> damaged = ConcurrentHashMap.newKeySet();
  private final AtomicInteger writes = new AtomicInteger();
  private final int failEvery;

  /**
   * @param failEvery 0 for never
   */
  MemoryStore(int failEvery) {
    this.failEvery = failEvery;
  }

  @Override
  public void write(List<ListRow> written) throws IOException {
    boolean fails = failEvery > 0 && writes.incrementAndGet() % failEvery == 0;
    for (ListRow row : fails ? written.subList(0, written.size() / 2) : written) {
      rows.put(row.id(), row);
    }
    if (fails) {
      throw new IOException("as it was asked to");
    }
  }

  @Override
  public void read(Reader reader) {
    rows.values().forEach(row -> reader.row(row, !damaged.contains(row.id())));
  }

  void delete(ListRow row) {
    rows.remove(row.id());
  }

  void damage(ListRow row) {
    damaged.add(row.id());
  }
}
