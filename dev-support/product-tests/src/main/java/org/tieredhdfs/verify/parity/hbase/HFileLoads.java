package org.tieredhdfs.verify.parity.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.SecureBulkLoadClient;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.tieredhdfs.verify.fixture.KnownRows;

/** Loads files into a table, and asks servers for loads that they have to refuse. */
final class HFileLoads {
  private static final byte[] UNKNOWN = Bytes.toBytes("x");

  private final TableName name;
  private final Configuration conf;
  private final Connection connection;
  private final Path folder;
  private int loads;

  HFileLoads(TableName name, Configuration conf, Connection connection) {
    this.name = name;
    this.conf = conf;
    this.connection = connection;
    this.folder = new Path("/parity-loads", name.getNameAsString());
  }

  /** Loads rows of a version, each family as a file. */
  void load(Collection<Integer> rows, long version) throws IOException {
    Path load = newFolder();
    for (byte[] family : List.of(KnownRows.FAMILY, KnownRows.MOB_FAMILY)) {
      List<KeyValue> cells = new ArrayList<>();
      for (int row : new TreeSet<>(rows)) {
        cells.addAll(KnownRows.cells(row, version));
      }
      cells.removeIf(cell -> !Arrays.equals(CellUtil.cloneFamily(cell), family));
      write(new Path(load, Bytes.toString(family) + "/file"), cells);
    }
    BulkLoadHFiles.create(conf).bulkLoad(name, load);
  }

  /** Has a file of a family offered that the table has not. */
  void requireUnknownFamilyRefused(int row) throws IOException {
    Path file = new Path(newFolder(), "x/file");
    byte[] key = KnownRows.key(row);
    write(file, List.of(new KeyValue(key, UNKNOWN, UNKNOWN, 1L, key)));
    requireRefused(row, UNKNOWN, file);
  }

  /** Has a file offered that is not there. */
  void requireVanishedFileRefused(int row) throws IOException {
    requireRefused(row, KnownRows.FAMILY, new Path(newFolder(), "f/file"));
  }

  /** Offers a file from the first to the last row to the first region, as an old client would. */
  void requireMisfitRefused() throws IOException {
    Path file = new Path(newFolder(), "f/file");
    int last = TableClient.ROWS - 1;
    write(file, List.of(KnownRows.cells(0, 1).get(0), KnownRows.cells(last, 1).get(0)));
    requireRefused(0, KnownRows.FAMILY, file);
  }

  private Path newFolder() {
    return new Path(folder, Integer.toString(loads++));
  }

  private void requireRefused(int row, byte[] family, Path file) throws IOException {
    try (Table table = connection.getTable(name);
        RegionLocator locator = connection.getRegionLocator(name)) {
      HRegionLocation at = locator.getRegionLocation(KnownRows.key(row), true);
      SecureBulkLoadClient client = new SecureBulkLoadClient(conf, table);
      String token = client.prepareBulkLoad(connection);
      boolean isTaken;
      try {
        isTaken =
            client.secureBulkLoadHFiles(
                ((ClusterConnection) connection).getClient(at.getServerName()),
                List.of(Pair.newPair(family, file.toString())),
                at.getRegion().getRegionName(),
                true,
                null,
                token);
      } catch (IOException asItHasTo) {
        isTaken = false;
      }
      client.cleanupBulkLoad(connection, token);
      if (isTaken) {
        throw new IOException(file + " was taken");
      }
    }
  }

  private void write(Path file, List<KeyValue> cells) throws IOException {
    try (FileSystem fs = FileSystem.newInstance(conf);
        HFile.Writer writer =
            HFile.getWriterFactory(conf, new CacheConfig(conf))
                .withPath(fs, file)
                .withFileContext(new HFileContextBuilder().build())
                .create()) {
      for (KeyValue cell : cells) {
        writer.append(cell);
      }
    }
  }

  void delete() throws IOException {
    try (FileSystem fs = FileSystem.newInstance(conf)) {
      fs.delete(folder, true);
    }
  }
}
