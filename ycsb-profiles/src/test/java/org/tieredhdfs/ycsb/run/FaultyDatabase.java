package org.tieredhdfs.ycsb.run;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** A database for YCSB that stores nothing and fails as its properties say. */
public class FaultyDatabase extends DB {

  static final String FAIL_EVERY = "faulty.every";
  static final String FAIL_INITS = "faulty.inits";
  static final String DELAY_MS = "faulty.delayms";

  private static final AtomicInteger OPERATIONS = new AtomicInteger();
  private static final AtomicInteger INITS = new AtomicInteger();

  private int number(String key) {
    return Integer.parseInt(getProperties().getProperty(key, "0"));
  }

  @Override
  public void init() throws DBException {
    if (INITS.getAndIncrement() < number(FAIL_INITS)) {
      throw new DBException("no luck today");
    }
  }

  private Status next() {
    LockSupport.parkNanos(number(DELAY_MS) * 1_000_000L);
    int every = number(FAIL_EVERY);
    return every > 0 && OPERATIONS.incrementAndGet() % every == 0 ? Status.ERROR : Status.OK;
  }

  @Override
  public Status read(
      String table,
      String key,
      @Nullable Set<String> fields,
      @Nullable Map<String, ByteIterator> result) {
    return next();
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's own signature
  public Status scan(
      String table,
      String startKey,
      int recordCount,
      @Nullable Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return next();
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return next();
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return next();
  }

  @Override
  public Status delete(String table, String key) {
    return next();
  }
}
