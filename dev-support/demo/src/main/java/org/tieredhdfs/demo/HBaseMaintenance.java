package org.tieredhdfs.demo;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
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
record HBaseMaintenance(Admin admin, FileSystem fs, TableName table, Progress progress) {
  private static final long POLL_MS = 500;
  private static final long LIMIT_SEC = 120;

  void flush() throws IOException {
    admin.flush(table);
    progress.done("hbase        flushed " + table);
  }

  /** Merges the files of each region into one, and waits until the old ones are archived. */
  void compact() throws IOException, ClusterException, InterruptedException {
    admin.majorCompact(table);
    await(
        "compaction of " + table,
        () -> {
          long files = filesBelow("data");
          return files > 0 && files <= admin.getRegions(table).size();
        });
    await("archiving of the files compacted", () -> filesBelow("archive/data") > 0);
    progress.done("hbase        compacted " + table + ", the old files are archived");
  }

  /** Closes the logs, so that the NameNode knows their length. */
  void rollLogs() throws IOException {
    for (ServerName server : List.copyOf(admin.getRegionServers())) {
      admin.rollWALWriter(server);
    }
    progress.done("hbase        rolled the write-ahead logs");
  }

  /** How many HFiles of the table lie below a folder of HBase. */
  private long filesBelow(String folder) throws IOException {
    Path pattern = new Path("/hbase/" + folder + "/default/" + table.getNameAsString() + "/*/*/*");
    return Arrays.stream(fs.globStatus(pattern)).filter(HBaseMaintenance::isRowFile).count();
  }

  private static boolean isRowFile(FileStatus file) {
    String family = file.getPath().getParent().getName();
    return file.isFile()
        && !family.startsWith(".")
        && !family.equals("recovered.edits")
        && file.getPath().getName().matches("[0-9a-f]{32}");
  }

  /** Something awaited; a failure only means "not yet". */
  private interface Question {
    boolean isSo() throws IOException;
  }

  private void await(String what, Question question) throws ClusterException, InterruptedException {
    long endNs = System.nanoTime() + LIMIT_SEC * 1_000_000_000;
    while (!isSo(question)) {
      if (System.nanoTime() > endNs) {
        throw new ClusterException(what + " did not end within " + LIMIT_SEC + " s");
      }
      progress.waitingFor(List.of(what));
      Thread.sleep(POLL_MS);
    }
  }

  private static boolean isSo(Question question) {
    try {
      return question.isSo();
    } catch (IOException notYet) {
      return false;
    }
  }
}
