package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyncNotesTest {
  /** A file system without extended attributes that every Linux has. */
  private static final File WITHOUT = new File("/proc/self/status");

  @TempDir File folder;

  private final FileIoProvider files = new FileIoProvider(new Configuration(false), null);
  private final SyncNotes notes = new SyncNotes(files);
  private final FsVolumeSpi volume = mock(FsVolumeSpi.class);
  private File data;

  @BeforeEach
  void create() throws IOException {
    data = new File(folder, "blk_1");
    Files.write(data.toPath(), new byte[1]);
    when(volume.getStorageID()).thenReturn("DS-1");
  }

  @Test
  void aNoteIsReadAsItWasWritten() {
    SyncNotes.Note note = new SyncNotes.Note(1L << 40, -5, true);
    assertThat(notes.write(volume, data, 1, note)).isTrue();
    assertThat(SyncNotes.read(data, 0)).isNull();
    assertThat(SyncNotes.read(data)).containsExactly(note);
  }

  @Test
  void aNoteOfAnotherSizeIsNone() throws IOException {
    Files.setAttribute(data.toPath(), "user:h0", new byte[11]);
    assertThat(SyncNotes.read(data)).isEmpty();
  }

  /** It may end while a writer's sync, which began after it, is under way. */
  @Test
  void aLateSyncLeavesTheNoteOfTheOneBefore() throws IOException {
    when(volume.getStorageType()).thenReturn(StorageType.DISK);
    LocalReplica replica = mock(LocalReplica.class);
    when(replica.getVolume()).thenReturn(volume);
    when(replica.getBlockFile()).thenReturn(data);
    when(replica.getNumBytes()).thenReturn(10L, 20L, 30L, 40L);
    NotedSyncs syncs = new NotedSyncs(notes, files, true);
    syncs.afterSync(syncs.beforeSync(replica, 1));
    long late = syncs.beforeSync(replica, 2);
    long failed = syncs.beforeSync(replica, 3);
    syncs.afterSync(late);
    assertThat(syncs.beforeSync(replica, 4)).isGreaterThan(failed);
    assertThat(SyncNotes.read(data))
        .containsExactly(new SyncNotes.Note(10, 1, true), new SyncNotes.Note(40, 4, true));
  }

  @Test
  void aVolumeWithoutAttributesIsNotAskedAgain() {
    SyncNotes.Note note = new SyncNotes.Note(700, 1, true);
    assertThat(notes.write(volume, WITHOUT, 0, note)).isFalse();
    assertThat(SyncNotes.read(WITHOUT)).isEmpty();
    assertThat(notes.write(volume, data, 0, note)).isFalse();
    assertThat(SyncNotes.read(data)).isEmpty();
    FsVolumeSpi other = mock(FsVolumeSpi.class);
    when(other.getStorageID()).thenReturn("DS-2");
    assertThat(notes.write(other, data, 0, note)).isTrue();
  }
}
