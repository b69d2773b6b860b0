package org.tieredhdfs.bench.jmh;

import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.regionserver.CreateStoreFileWriterParams;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.tieredhdfs.hbase.TieredStoreEngine;

/**
 * Measures creating, filling, closing and deleting a store file on a real HDFS, with HBase's store
 * engine and with this project's.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class StoreFileBenchmark {
  /** The property that holds the URI of the file system. */
  static final String FILE_SYSTEM = "tieredhdfs.store.file.fs";

  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int VALUE_BYTES = 100;

  /** The engines that are compared. */
  public enum Engine {
    STOCK(DefaultStoreEngine.class),
    TIERED(TieredStoreEngine.class);

    private final Class<?> engineClass;

    Engine(Class<?> engineClass) {
      this.engineClass = engineClass;
    }
  }

  @Param public Engine engine = Engine.STOCK;

  @Param({"1", "10000"})
  public int cells;

  private final Configuration conf = HBaseConfiguration.create();
  private FileSystem fs = new RawLocalFileSystem();
  private Path root = new Path("/");
  private StoreEngine<?, ?, ?, ?> store = new DefaultStoreEngine();
  private KeyValue[] content = {};

  @Setup(Level.Trial)
  public void setUp() throws IOException {
    conf.set("fs.defaultFS", System.getProperty(FILE_SYSTEM, ""));
    conf.set("dfs.replication", "1");
    // by default a client that closes a file waits 400 ms for the NameNode to learn of the block
    conf.set("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "1");
    conf.set("dfs.client.block.write.locateFollowingBlock.max.delay.ms", "2");
    conf.set("dfs.client.block.write.locateFollowingBlock.retries", "10000");
    conf.setBoolean("hbase.hregion.memstore.mslab.enabled", false);
    conf.setBoolean(WALFactory.WAL_ENABLED, false);
    conf.set(StoreEngine.STORE_ENGINE_CLASS_KEY, engine.engineClass.getName());
    conf.set("hbase.tiered.flush.policy", "HOT");
    root = new Path("/store-files-" + UUID.randomUUID());
    conf.set("hbase.rootdir", root.toString());
    fs = FileSystem.get(conf);
    store = open().getStoreEngine();
    content = new KeyValue[cells];
    for (int cell = 0; cell < cells; cell++) {
      byte[] row = Bytes.toBytes(cell);
      content[cell] = new KeyValue(row, FAMILY, FAMILY, 1, new byte[VALUE_BYTES]);
    }
  }

  private HStore open() throws IOException {
    TableName name = TableName.valueOf("t");
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .build();
    RegionInfo region = RegionInfoBuilder.newBuilder(name).build();
    WALFactory logs = new WALFactory(conf, "store-files");
    return HRegion.createHRegion(region, root, conf, table, logs.getWAL(region), true)
        .getStore(FAMILY);
  }

  @TearDown(Level.Trial)
  public void tearDown() throws IOException {
    fs.delete(root, true);
  }

  @Benchmark
  public Path createFillAndDelete() throws IOException {
    StoreFileWriter writer =
        store.createWriter(
            CreateStoreFileWriterParams.create()
                .maxKeyCount(cells)
                .compression(Compression.Algorithm.NONE)
                .isCompaction(false)
                .includeMVCCReadpoint(false)
                .includesTag(false)
                .shouldDropBehind(false));
    for (KeyValue cell : content) {
      writer.append(cell);
    }
    writer.appendMetadata(1, false);
    writer.close();
    fs.delete(writer.getPath(), false);
    return writer.getPath();
  }
}
