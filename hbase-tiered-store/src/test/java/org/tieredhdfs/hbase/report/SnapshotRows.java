package org.tieredhdfs.hbase.report;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableSnapshotScanner;

/** A program that counts the rows of a snapshot in HBase's files, as jobs over snapshots do. */
final class SnapshotRows {
  private SnapshotRows() {}

  /**
   * Prints how many there are.
   *
   * @param arguments the address of HDFS, and the name of the snapshot
   */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set("fs.defaultFS", arguments[0]);
    conf.set("hbase.rootdir", arguments[0] + "/hbase");
    int rows = 0;
    try (TableSnapshotScanner scanner =
        new TableSnapshotScanner(
            conf, new Path(arguments[0] + "/restored"), arguments[1], new Scan())) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    System.out.println(rows + " rows");
  }
}
