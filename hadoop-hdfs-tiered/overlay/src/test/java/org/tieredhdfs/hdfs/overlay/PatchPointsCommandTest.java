package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.pool.TypePool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.start.PatchPointsCommand;

class PatchPointsCommandTest {
  @TempDir Path folder;

  private DaemonProcess.Ended patchPoints(List<File> classPath) throws Exception {
    return DaemonProcess.run(PatchPointsCommand.class, classPath, Map.of(), folder);
  }

  @Test
  void everyPatchPointIsActiveWithTheOverlayInFront() throws Exception {
    DaemonProcess.Ended ended = patchPoints(DaemonProcess.overlayFirst());

    int count = PatchPoint.values().length;
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.output()).contains(count + " of " + count + " patch points are active");
    for (PatchPoint point : PatchPoint.values()) {
      assertThat(ended.output()).contains("active    " + point);
    }
  }

  @Test
  void noneIsActiveOnStockAndTheReasonIsGiven() throws Exception {
    DaemonProcess.Ended ended = patchPoints(DaemonProcess.stockFirst());

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.output())
        .contains("0 of " + PatchPoint.values().length + " patch points are active")
        .contains("because the class path has stock org.apache.hadoop.fs.StorageType");
  }

  @Test
  void overlayMadeForAnotherHadoopIsNotInForce() throws Exception {
    List<File> classPath = new ArrayList<>(DaemonProcess.overlayFirst());
    File otherStock = folder.resolve("other").toFile();
    ClassFileLocator stock =
        ClassFileLocator.ForJarFile.of(
            DaemonProcess.stockFirst().stream()
                .filter(file -> file.getName().matches("hadoop-common-[0-9.]+\\.jar"))
                .findFirst()
                .orElseThrow());
    String name = "org.apache.hadoop.fs.StorageType";
    new ByteBuddy()
        .redefine(TypePool.Default.of(stock).describe(name).resolve(), stock)
        .defineField("vendorField", int.class, Opcodes.ACC_PRIVATE)
        .make()
        .saveIn(otherStock);
    // the vendor's class hides the one that the overlay was woven from
    classPath.removeIf(file -> file.getName().startsWith("hadoop-common-"));
    classPath.add(otherStock);
    assertThat(Files.exists(otherStock.toPath())).isTrue();

    String joined = String.join(File.pathSeparator, classPath.stream().map(File::getPath).toList());
    DaemonProcess.Ended ended =
        DaemonProcess.run(
            PatchPointsCommand.class,
            DaemonProcess.overlayFirst(),
            Map.of(),
            folder,
            "--classpath",
            joined);

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.output())
        .contains("woven from Hadoop " + System.getProperty("hadoop.version"))
        .contains("other behind it holds another one");
  }
}
