package org.tieredhdfs.hbase;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.WALCoprocessor;
import org.apache.hadoop.hbase.coprocessor.WALCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.WALObserver;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.jspecify.annotations.Nullable;

/**
 * Counts write-ahead logs in the metrics when they are replaced; places nothing.
 *
 * <p>Named in {@code hbase.coprocessor.wal.classes}. Stateless.
 */
public final class TieredWalObserver implements WALCoprocessor, WALObserver {

  @Override
  public Optional<WALObserver> getWALObserver() {
    return Optional.of(this);
  }

  @Override
  public void postWALRoll(
      ObserverContext<? extends WALCoprocessorEnvironment> context,
      @Nullable Path old,
      @Nullable Path next) {
    HarmlessHook.run(
        "postWALRoll",
        () -> {
          Configuration conf = context.getEnvironment().getConfiguration();
          if (old != null && StorePlacement.of(conf).policy(FileClass.WAL).isPresent()) {
            PlacementAudit.get().logReplaced(CommonFSUtils.getWALFileSystem(conf), old);
          }
        });
  }
}
