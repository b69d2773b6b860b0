package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.start.PatchPointsCommand;
import org.tieredhdfs.hdfs.start.Woven;

class PatchPointsCommandTest {
  @TempDir Path folder;

  private DaemonProcess.Ended patchPoints(List<File> classPath) throws Exception {
    return DaemonProcess.run(PatchPointsCommand.class, classPath, Map.of(), folder);
  }

  @Test
  void everyPatchPointIsActiveWithTheOverlayInFront() throws Exception {
    DaemonProcess.Ended ended = patchPoints(DaemonProcess.overlayFirst());

    int count = PatchPoint.all().size();
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.output()).contains(count + " of " + count + " patch points are active");
    for (PatchPoint point : PatchPoint.all()) {
      assertThat(ended.output()).contains("active    " + point.name() + " ");
    }
  }

  @Test
  void noneIsActiveOnStockAndTheReasonIsGiven() throws Exception {
    DaemonProcess.Ended ended = patchPoints(DaemonProcess.stockFirst());

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.output())
        .contains("0 of " + PatchPoint.all().size() + " patch points are active")
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

    DaemonProcess.Ended ended = patchPointsOf(classPath);

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.output())
        .contains("woven from Hadoop " + System.getProperty("hadoop.version"))
        .contains("other behind it holds a different one");
  }

  /** The marks of version 0.1.0 name them otherwise. */
  @Test
  void overlayWhoseMarkNamesNoPatchPointsIsNotInForce() throws Exception {
    File old = folder.resolve("old").toFile();
    new ByteBuddy()
        .subclass(Object.class)
        .name("org.apache.hadoop.fs.StorageType")
        .annotateType(
            AnnotationDescription.Builder.ofType(Woven.class)
                .define("stockSha256", "00")
                .define("hadoopVersion", System.getProperty("hadoop.version"))
                .build())
        .make()
        .saveIn(old);
    List<File> classPath = new ArrayList<>(List.of(old));
    classPath.addAll(DaemonProcess.overlayFirst());

    DaemonProcess.Ended ended = patchPointsOf(classPath);

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.output()).contains("the overlay old was woven without STORAGE_TYPE_VALUES");
  }

  private DaemonProcess.Ended patchPointsOf(List<File> classPath) throws Exception {
    return DaemonProcess.run(
        PatchPointsCommand.class,
        DaemonProcess.overlayFirst(),
        Map.of(),
        folder,
        "--classpath",
        String.join(File.pathSeparator, classPath.stream().map(File::getPath).toList()));
  }
}
