package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
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
    new ByteBuddy()
        .subclass(Object.class)
        .name("org.apache.hadoop.fs.StorageType")
        .make()
        .saveIn(otherStock);
    classPath.removeIf(file -> file.getName().startsWith("hadoop-common-"));
    classPath.add(otherStock);
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
        .contains("other behind it holds a different one");
  }
}
