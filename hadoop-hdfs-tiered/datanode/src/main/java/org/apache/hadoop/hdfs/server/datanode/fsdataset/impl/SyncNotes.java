package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.io.VolumeFileIo;

/**
 * Records syncs in extended attributes of the data file: the length, and the checksum of the last
 * chunk so far. The sync of the data makes them durable.
 *
 * <p>A replica has two, written in turn, so that a sync that does not come to its end leaves the
 * note of the one before. Both fit into an ext4 inode of 256 bytes. A note proves itself: one that
 * is torn, or of other data, has a checksum that does not fit. A replica that is finalized without
 * a sync has a note, too, which says so.
 *
 * <p>Thread-safe; the notes of one file are written by one thread at a time.
 */
final class SyncNotes {
  /** The number of notes of a replica. */
  static final int SLOTS = 2;

  private static final Logger LOG = LoggerFactory.getLogger(SyncNotes.class);
  private static final int NOTE_BYTES = Long.BYTES + Integer.BYTES;

  private final FileIoProvider files;
  private final Set<String> withoutAttributes = ConcurrentHashMap.newKeySet();

  SyncNotes(FileIoProvider files) {
    this.files = files;
  }

  /**
   * One note.
   *
   * @param bytes that the data file had
   * @param sum of the last chunk, as long as it was
   * @param isSynced whether it is of a sync
   */
  record Note(long bytes, int sum, boolean isSynced) {
    private static Note of(ByteBuffer value) {
      long bytes = value.getLong();
      return new Note(Math.abs(bytes), value.getInt(), bytes >= 0);
    }

    private ByteBuffer toBytes() {
      return ByteBuffer.allocate(NOTE_BYTES).putLong(isSynced ? bytes : -bytes).putInt(sum).flip();
    }
  }

  private static String name(int slot) {
    return "h" + slot;
  }

  /**
   * Writes a note; without it the sync is as durable as in stock, so failures are ignored.
   *
   * @return whether it was written
   */
  boolean write(FsVolumeSpi volume, File data, int slot, Note note) {
    if (withoutAttributes.contains(volume.getStorageID())) {
      return false;
    }
    try (InFlight io = counted(volume)) {
      write(data, slot, note);
      io.succeeded();
      return true;
    } catch (NoSuchFileException e) {
      // Deleted, or moved, meanwhile
      return false;
    } catch (IOException | UnsupportedOperationException e) {
      if (withoutAttributes.add(volume.getStorageID())) {
        LOG.warn(
            "{} does not support extended attributes. After a power cut, synced bytes of"
                + " a replica's last, incomplete chunk may be lost",
            volume,
            e);
      }
      return false;
    }
  }

  /** Deletes notes of more bytes than a truncation left, and with them those of no sync. */
  void dropBeyond(FsVolumeSpi volume, File data, long bytes) {
    try (InFlight io = counted(volume)) {
      // What was cut off would count as damaged; what is left of a sync has been synced
      boolean isCut = read(data).stream().anyMatch(note -> note.bytes() > bytes);
      for (int slot = 0; isCut && slot < SLOTS; slot++) {
        Note note = read(data, slot);
        if (note != null && (note.bytes() > bytes || !note.isSynced())) {
          view(data).delete(name(slot));
        }
      }
      io.succeeded();
    } catch (IOException e) {
      LOG.debug("The notes of {} stay", data, e);
    }
  }

  /** Whether nobody has synced a data file, as far as its notes tell; false if it has none. */
  boolean tellUnsynced(FsVolumeSpi volume, File data) {
    try (InFlight io = counted(volume)) {
      List<Note> notes = read(data);
      io.succeeded();
      return !notes.isEmpty() && notes.stream().noneMatch(Note::isSynced);
    }
  }

  private InFlight counted(FsVolumeSpi volume) {
    return files instanceof VolumeFileIo counting ? counting.attribute(volume) : InFlight.NONE;
  }

  static void write(File data, int slot, Note note) throws IOException {
    view(data).write(name(slot), note.toBytes());
  }

  /** All notes of a replica. */
  static List<Note> read(File data) {
    return IntStream.range(0, SLOTS)
        .mapToObj(slot -> read(data, slot))
        .filter(Objects::nonNull)
        .toList();
  }

  /** The note in a slot; null if there is none, or none can be read. */
  static @Nullable Note read(File data, int slot) {
    try {
      UserDefinedFileAttributeView view = view(data);
      if (view.list().contains(name(slot)) && view.size(name(slot)) == NOTE_BYTES) {
        ByteBuffer value = ByteBuffer.allocate(NOTE_BYTES);
        view.read(name(slot), value);
        return Note.of(value.flip());
      }
    } catch (IOException | UnsupportedOperationException e) {
      LOG.debug("Cannot read the sync note of {}", data, e);
    }
    return null;
  }

  private static UserDefinedFileAttributeView view(File data) {
    UserDefinedFileAttributeView view =
        Files.getFileAttributeView(data.toPath(), UserDefinedFileAttributeView.class);
    if (view == null) {
      throw new UnsupportedOperationException("no user-defined attributes");
    }
    return view;
  }
}
