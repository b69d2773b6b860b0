package org.tieredhdfs.demo;

import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * Brings a table's files into their final state: flushed, compacted, logs rolled, rest archived.
 */
public final class HBaseMaintenance {
  private static final long POLL_MS = 500;
  private static final long LIMIT_MS = 120_000;

  private final Admin admin;
  private final FileSystem fs;
  private final TableName table;
  private final Progress progress;

  public HBaseMaintenance(Admin admin, FileSystem fs, TableName table, Progress progress) {
    this.admin = admin;
    this.fs = fs;
    this.table = table;
    this.progress = progress;
  }

  /** Writes the memstores of the table to files. */
  public void flush() throws IOException {
    admin.flush(table);
    progress.done("hbase        flushed " + table);
  }

  /** Merges the files of each region into one, and waits until the old ones are archived. */
  public void compact() throws IOException, ClusterException, InterruptedException {
    admin.majorCompact(table);
    await("compaction of " + table, () -> filesOf("data") > 0 && isCompacted());
    await("archiving of the files compacted", () -> filesOf("archive/data") > 0);
    progress.done("hbase        compacted " + table + ", the old files are archived");
  }

  private boolean isCompacted() {
    try {
      long regions = admin.getRegions(table).size();
      return filesOf("data") <= regions;
    } catch (IOException e) {
      // retry until the time limit
      return false;
    }
  }

  /** Closes the logs, so that the NameNode knows their length. */
  void rollLogs() throws IOException {
    for (ServerName server : List.copyOf(admin.getRegionServers())) {
      admin.rollWALWriter(server);
    }
    progress.done("hbase        rolled the write-ahead logs");
  }

  /** How many HFiles of the table lie below a folder of HBase. */
  private long filesOf(String folder) {
    Path pattern = new Path("/hbase/" + folder + "/default/" + table.getNameAsString() + "/*/*/*");
    try {
      long files = 0;
      for (var status : fs.globStatus(pattern)) {
        String family = status.getPath().getParent().getName();
        files += status.isFile() && !family.startsWith(".") && isRowFile(status.getPath()) ? 1 : 0;
      }
      return files;
    } catch (IOException e) {
      // retry until the time limit
      return 0;
    }
  }

  private static boolean isRowFile(Path path) {
    return path.getName().matches("[0-9a-f]{32}")
        && !path.getParent().getName().equals("recovered.edits");
  }

  private void await(String what, BooleanSupplier isDone)
      throws ClusterException, InterruptedException {
    long endNs = System.nanoTime() + LIMIT_MS * 1_000_000;
    while (!isDone.getAsBoolean()) {
      if (System.nanoTime() > endNs) {
        throw new ClusterException(what + " did not end within " + LIMIT_MS / 1000 + " s");
      }
      progress.waitingFor(List.of(what));
      Thread.sleep(POLL_MS);
    }
  }
}
