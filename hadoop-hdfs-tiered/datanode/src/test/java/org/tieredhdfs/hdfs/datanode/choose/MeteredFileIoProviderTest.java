package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;

class MeteredFileIoProviderTest {
  @TempDir private Path folder;

  private final FakeVolume volume = FakeVolume.disk("metered", 1);
  private final VolumeTraffic traffic = VolumeLoadBoard.SHARED.of(volume);
  private final MeteredFileIoProvider provider =
      new MeteredFileIoProvider(new Configuration(false), Mockito.mock(DataNode.class));

  /** The bytes that an estimate fed from the volume's traffic has seen. */
  private double deliveredPerBusySec() {
    SpeedEstimate estimate = new SpeedEstimate(1000);
    traffic.sample(estimate, 0);
    return estimate.hintBytesPerSec();
  }

  @Test
  void whatIsWrittenCountsWhenItIsSynced() throws IOException {
    Path file = folder.resolve("block");
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw");
        FileOutputStream stream = provider.getFileOutputStream(volume, raw.getFD())) {
      stream.write(1);
      stream.write(new byte[] {2, 3});
      stream.write(new byte[] {0, 4, 5, 0}, 1, 2);
      assertThat(deliveredPerBusySec()).isZero();
      provider.sync(volume, stream);
      assertThat(deliveredPerBusySec()).isPositive();
      assertThat(stream.getChannel().size()).isEqualTo(5);
    }
    assertThat(Files.readAllBytes(file)).containsExactly(1, 2, 3, 4, 5);
    assertThat(traffic.isMetered()).isTrue();
    assertThat(traffic.syncLatencyMs()).isPositive();
  }

  @Test
  void whatIsClosedWithoutASyncCountsThen() throws IOException {
    FileOutputStream stream = provider.getFileOutputStream(volume, folder.resolve("file").toFile());
    stream.write(new byte[1000]);
    assertThat(deliveredPerBusySec()).isZero();
    stream.close();
    double delivered = deliveredPerBusySec();
    assertThat(delivered).isPositive();
    stream.close();
    assertThat(deliveredPerBusySec()).isEqualTo(delivered);
    assertThatThrownBy(() -> stream.write(1)).isInstanceOf(IOException.class);
  }

  @Test
  void appendsWhereStockAppends() throws IOException {
    Path file = folder.resolve("log");
    Files.write(file, new byte[] {1});
    try (FileOutputStream stream = provider.getFileOutputStream(volume, file.toFile(), true)) {
      stream.write(2);
    }
    assertThat(Files.readAllBytes(file)).containsExactly(1, 2);
  }

  @Test
  void aFailedOperationIsOverAndFailsAsBefore() throws IOException {
    FileOutputStream stream =
        provider.getFileOutputStream(volume, folder.resolve("closed").toFile());
    stream.close();
    assertThatThrownBy(() -> provider.sync(volume, stream)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> stream.write(new byte[10])).isInstanceOf(IOException.class);
    assertThat(deliveredPerBusySec()).isIn(Double.NaN, 0.0);
  }

  @Test
  void filesOfNoVolumeAreLeftAlone() throws IOException {
    try (FileOutputStream stream =
        provider.getFileOutputStream(null, folder.resolve("other").toFile())) {
      stream.write(1);
      provider.sync(null, stream);
    }
    assertThat(Files.size(folder.resolve("other"))).isEqualTo(1);
  }
}
