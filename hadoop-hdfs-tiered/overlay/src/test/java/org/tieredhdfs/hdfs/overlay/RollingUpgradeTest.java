package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.cli.TieredCommand;
import org.tieredhdfs.hdfs.command.CommandExit;

/** Stock Hadoop, ours, and stock again, one daemon after the other, while clients are at work. */
@Tag("slow")
class RollingUpgradeTest {
  private static final int LIMIT_MS = 120_000;
  private static final List<String> DISK = List.of("DISK");
  private static final List<String> DISK_AND_RAM = List.of("DISK", "RAMDISK");

  @TempDir java.nio.file.Path folder;
  private final List<File> stock = DaemonProcess.stockFirst();
  private final List<File> ours = DaemonProcess.overlayFirst();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private HaProcesses cluster;
  private DistributedFileSystem fs;

  @BeforeEach
  void create() throws Exception {
    cluster = new HaProcesses(folder, 3);
    cluster.create(stock);
    fs = cluster.client();
  }

  @AfterEach
  void stop() throws Exception {
    fs.close();
    cluster.close();
  }

  private int run(String... args) throws Exception {
    printed.reset();
    PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
    return TieredCommand.run(cluster.conf(), args, stream, stream);
  }

  private String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  private void assertNext(String next) throws Exception {
    assertThat(run("upgrade-check")).as(printed()).isEqualTo(CommandExit.FOUND);
    assertThat(printed()).contains(next);
  }

  private void assertLoadGoesOn(FileLoad load) throws Exception {
    int before = load.operations();
    GenericTestUtils.waitFor(() -> load.operations() > before + 50, 200, LIMIT_MS);
    assertThat(load.failures()).isEmpty();
  }

  @Test
  void noOperationFailsOnTheWayThereAndBack() throws Exception {
    try (FileLoad load = new FileLoad(fs, new Path("/load"), 3)) {
      assertLoadGoesOn(load);
      upgrade(load);

      Path ram = new Path("/ram");
      fs.mkdirs(ram);
      fs.setStoragePolicy(ram, "ALL_RAMDISK");
      Path file = new Path(ram, "file");
      DFSTestUtil.createFile(fs, file, 100_000, (short) 2, 1);
      DFSTestUtil.waitReplication(fs, file, (short) 2);
      assertThat(types(file)).containsOnly("RAMDISK");

      downgrade(load, file);
      assertLoadGoesOn(load);
      load.finish();
      assertThat(load.failures()).isEmpty();
    }
    assertThat(fs.getMissingBlocksCount()).isZero();
    assertThat(fs.exists(new Path("/ram"))).isTrue();
  }

  private List<String> types(Path file) throws Exception {
    LocatedBlock block =
        fs.getClient().getLocatedBlocks(file.toString(), 0).getLocatedBlocks().get(0);
    return Arrays.stream(block.getStorageTypes()).map(StorageType::name).toList();
  }

  private void upgrade(FileLoad load) throws Exception {
    assertNext("(standby) with the overlay");
    cluster.restartNameNode("nn2", ours);
    assertLoadGoesOn(load);

    assertNext("Next: fail over to NameNode");
    cluster.failOver("nn1", "nn2");
    assertLoadGoesOn(load);
    cluster.restartNameNode("nn1", ours);

    assertNext("restart DataNodes with the overlay, one after the other (3 of 3 are left)");
    for (int i = 0; i < cluster.dataNodes; i++) {
      cluster.restartDataNode(i, ours, DISK_AND_RAM);
      assertLoadGoesOn(load);
    }
    assertThat(run("upgrade-check")).as(printed()).isEqualTo(CommandExit.DONE);
    assertThat(printed()).contains("Every daemon has the overlay").contains("RAMDISK=64+");
  }

  /** The reverse, after what only the overlay understands is gone. */
  private void downgrade(FileLoad load, Path onRam) throws Exception {
    fs.delete(onRam, false);
    assertThat(run("downgrade-check", "--checkpoint")).isEqualTo(CommandExit.FOUND);
    assertThat(printed()).contains("/ram: storage policy ALL_RAMDISK");
    assertThat(run("downgrade-check", "--apply")).isEqualTo(CommandExit.FOUND);
    assertThat(printed())
        .contains("cleared: /ram: storage policy ALL_RAMDISK")
        .contains("Stock Hadoop can open this namespace")
        .contains("3 volumes of custom types are in use");
    for (int i = 0; i < cluster.dataNodes; i++) {
      cluster.restartDataNode(i, stock, DISK);
      assertLoadGoesOn(load);
    }
    cluster.restartNameNode("nn1", stock);
    cluster.failOver("nn2", "nn1");
    assertLoadGoesOn(load);
    // the image of the one that is left is older than what was cleared
    assertThat(run("downgrade-check", "--checkpoint")).as(printed()).isEqualTo(CommandExit.DONE);
    assertThat(printed()).contains("Stock Hadoop can open this namespace");
    cluster.restartNameNode("nn2", stock);
    cluster.failOver("nn1", "nn2");
  }
}
