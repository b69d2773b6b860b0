package org.tieredhdfs.bench.jmh;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.BenchmarkVolumes;
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
import org.tieredhdfs.hdfs.cluster.PeerView;
import org.tieredhdfs.hdfs.datanode.guard.DatasetGuards;
import org.tieredhdfs.hdfs.datanode.volume.io.VolumeFileIo;

/**
 * Measures writing a packet of 64 KB with its checksums to a replica's files, and reading one back,
 * with this project's accounting of volumes and with Hadoop's provider alone. The files are in the
 * page cache; all threads use one volume.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class VolumeIoBenchmark {
  private static final int DATA_BYTES = 64 << 10;
  private static final int CHECKSUM_BYTES = DATA_BYTES / 512 * 4;

  /** Whose provider it is. */
  public enum Provider {
    STOCK,
    OURS
  }

  /** One volume and the provider. */
  @State(Scope.Benchmark)
  @SuppressWarnings("NullAway.Init") // JMH sets it up
  public static class Shared {
    @Param public Provider side = Provider.STOCK;

    private Path folder = Path.of("");
    private FsVolumeSpi volume;
    private FileIoProvider files;

    @Setup(Level.Trial)
    public void setUp() throws IOException {
      folder = Files.createTempDirectory("volume-io");
      volume = BenchmarkVolumes.create(folder.resolve("volume"));
      Configuration conf = new Configuration(false);
      files =
          side == Provider.STOCK
              ? newStock(conf)
              : new VolumeFileIo(
                  conf,
                  null,
                  new DatasetGuards(conf, new PeerView(System::nanoTime), () -> {}).registry());
    }

    @TearDown(Level.Trial)
    public void tearDown() throws IOException {
      ChooseVolumeBenchmark.deleteFolder(folder);
    }
  }

  @SuppressWarnings("NullAway") // without a DataNode no disk is checked after a failure
  private static FileIoProvider newStock(Configuration conf) {
    return new FileIoProvider(conf, null);
  }

  /** The files of one thread. */
  @State(Scope.Thread)
  @SuppressWarnings("NullAway.Init") // JMH sets it up
  public static class Replica {
    private final byte[] data = new byte[DATA_BYTES];
    private final byte[] checksums = new byte[CHECKSUM_BYTES];
    private FileOutputStream dataOut;
    private FileOutputStream checksumsOut;
    private FileInputStream dataIn;

    @Setup(Level.Trial)
    public void open(Shared shared) throws IOException {
      Path file = Files.createTempFile(shared.folder, "blk", "");
      dataOut = shared.files.getFileOutputStream(shared.volume, file.toFile());
      checksumsOut =
          shared.files.getFileOutputStream(shared.volume, Path.of(file + ".meta").toFile());
      dataOut.write(data);
      dataIn = shared.files.getFileInputStream(shared.volume, file.toFile());
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
      dataOut.close();
      checksumsOut.close();
      dataIn.close();
    }
  }

  @Benchmark
  public void write(Replica replica) throws IOException {
    replica.dataOut.getChannel().position(0);
    replica.checksumsOut.getChannel().position(0);
    replica.dataOut.write(replica.data);
    replica.checksumsOut.write(replica.checksums);
  }

  @Benchmark
  public int read(Replica replica) throws IOException {
    replica.dataIn.getChannel().position(0);
    return replica.dataIn.read(replica.data);
  }
}
