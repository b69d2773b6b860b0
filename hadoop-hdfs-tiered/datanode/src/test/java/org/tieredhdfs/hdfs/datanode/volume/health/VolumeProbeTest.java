package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockingDetails;
import static org.mockito.Mockito.when;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.DataNodeVolumeMetrics;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.waits.Waits;

/** When a volume's canary writes. */
class VolumeProbeTest {
  private static final long QUIET_MS = 1;

  @TempDir Path folder;

  private final List<String> written = new ArrayList<>();
  private final FsVolumeSpi volume = MockVolumes.volume("v1");
  private VolumeState state;
  private boolean isFull;

  /** A way to files that keeps which were written. */
  private final class Recorded extends FileIoProvider {
    Recorded(Configuration conf) {
      super(conf, null);
    }

    @Override
    public FileOutputStream getFileOutputStream(@Nullable FsVolumeSpi on, File file, boolean append)
        throws FileNotFoundException {
      if (isFull) {
        throw new FileNotFoundException("No space left on device");
      }
      written.add(file.getName());
      return super.getFileOutputStream(on, file, append);
    }
  }

  @BeforeEach
  void create() throws Exception {
    Path current = Files.createDirectory(folder.resolve("current"));
    Files.write(current.resolve("VERSION"), new byte[4096]);
    Configuration conf = new Configuration(false);
    conf.setInt(DFSConfigKeys.DFS_DATANODE_FILEIO_PROFILING_SAMPLING_PERCENTAGE_KEY, 100);
    FileIoProvider files = new Recorded(conf);
    when(volume.getFileIoProvider()).thenReturn(files);
    when(volume.getBaseURI()).thenReturn(folder.toUri());
    state = new VolumeRegistry(100, 100, 30_000, 60).state(volume);
  }

  private void probeWhenQuiet(long quietMs) throws Exception {
    Waits.until(
        "the volume is quiet",
        Duration.ofMinutes(1),
        () -> state.isQuietSince(System.nanoTime() - 1_000_000 * QUIET_MS));
    new VolumeProbe(volume, state, 10_000, quietMs).runIfDue();
  }

  @Test
  void aQuietVolumeIsReadAndNotWritten() throws Exception {
    probeWhenQuiet(QUIET_MS);
    assertThat(written).isEmpty();
  }

  @Test
  void aVolumeThatIsDoubtedIsWrittenAndLeftAsItWas() throws Exception {
    state.canary().askSince(System.nanoTime());
    probeWhenQuiet(0);
    assertThat(written).containsExactly(VolumeProbe.FILE_NAME);
    assertThat(folder.resolve(VolumeProbe.FILE_NAME)).doesNotExist();
  }

  /** Hadoop's TestDataNodeVolumeMetrics found a sync where nobody had asked for one. */
  @Test
  void hadoopsMetricsDoNotCountIt() throws Exception {
    DataNodeVolumeMetrics metrics = mock(DataNodeVolumeMetrics.class);
    when(volume.getMetrics()).thenReturn(metrics);
    state.canary().askSince(System.nanoTime());
    probeWhenQuiet(0);
    assertThat(written).isNotEmpty();
    assertThat(mockingDetails(metrics).getInvocations()).isEmpty();
  }

  @Test
  void aFullDiskIsToldOnceUntilItHasRoomAgain() {
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(VolumeProbe.class));
    try {
      VolumeProbe probe = new VolumeProbe(volume, state, 10_000, 0);
      for (boolean full : new boolean[] {true, true, true, false, true, true}) {
        isFull = full;
        state.canary().askSince(System.nanoTime());
        probe.runIfDue();
      }
      assertThat(log.getOutput().split("A probe write", -1)).hasSize(1 + 2);
    } finally {
      log.stopCapturing();
    }
  }
}
