package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;
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
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

  /** A way to files that keeps which were written. */
  private final class Recorded extends FileIoProvider {
    Recorded() {
      super(new Configuration(false), null);
    }

    @Override
    public FileOutputStream getFileOutputStream(@Nullable FsVolumeSpi on, File file, boolean append)
        throws FileNotFoundException {
      written.add(file.getName());
      return super.getFileOutputStream(on, file, append);
    }
  }

  @BeforeEach
  void create() throws Exception {
    Path current = Files.createDirectory(folder.resolve("current"));
    Files.write(current.resolve("VERSION"), new byte[4096]);
    FileIoProvider files = new Recorded();
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
}
