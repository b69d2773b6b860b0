package org.tieredhdfs.localcluster.media;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.linux.DeviceLimits;
import org.tieredhdfs.linux.Freezer;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.MountedFileSystems;
import org.tieredhdfs.linux.Throttle;

/**
 * The emulated volumes of a running cluster, to be slowed, stalled, frozen and set free again.
 *
 * <p>What is slow the kernel knows; what is frozen it does not tell, so a note is kept, for showing
 * only. Not thread-safe per volume.
 */
public final class Media {
  /** About nothing: a page takes seconds, in both directions. */
  public static final DeviceLimits STALLED = new DeviceLimits(1024, 1);

  private static final int ALLOCATED_AT_ONCE_BYTES = 64 << 20;

  /** A volume without any space would be left out by its DataNode. */
  private static final long LEFT_FREE_BYTES = 512L << 20;

  private static final Duration SYNC_LIMIT = Duration.ofMinutes(2);
  private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");

  private final List<Volume> volumes;
  private final Map<String, MediaProfile> profiles;
  private final Throttle throttle;
  private final Path frozenNotes;

  /**
   * @param volumes all volumes of the cluster
   * @param profiles what they are like when nobody slows them, by label
   * @param throttle the way this machine slows devices
   * @param frozenNotes folder of the notes of frozen volumes
   */
  public Media(
      List<Volume> volumes,
      Map<String, MediaProfile> profiles,
      Throttle throttle,
      Path frozenNotes) {
    this.volumes = List.copyOf(volumes);
    this.profiles = Map.copyOf(profiles);
    this.throttle = throttle;
    this.frozenNotes = frozenNotes;
  }

  /**
   * One emulated volume as it is now.
   *
   * @param volume which
   * @param device the loop device below it
   * @param limits what the kernel allows it
   * @param isFrozen whether it was frozen and not thawed since
   */
  public record State(Volume volume, String device, DeviceLimits limits, boolean isFrozen) {}

  /** The state of all emulated volumes. */
  public List<State> list() throws IOException {
    List<State> states = new ArrayList<>();
    for (Volume volume : volumes) {
      if (volume.medium() == Volume.Medium.EMULATED) {
        MountedFileSystems.Mount mount = mountOf(volume);
        states.add(
            new State(
                volume,
                mount.source(),
                throttle.get(mount.device()),
                Files.exists(frozenNote(volume))));
      }
    }
    return states;
  }

  /** Lets reads and writes of a volume be no faster than this, until {@link #reset}. */
  public void slow(Volume volume, DeviceLimits limits) throws IOException {
    throttle.set(mountOf(volume).device(), limits);
  }

  /**
   * Lets every write to a volume hang, until {@link #thaw}; what was written before reaches the
   * device first. Reads go on: see {@link #STALLED} for those.
   */
  public void freeze(Volume volume) throws IOException {
    mountOf(volume);
    if (Files.exists(frozenNote(volume))) {
      throw new IOException(volume.name() + " is frozen already");
    }
    // The note first: who is interrupted here leaves a note too many, not one too few.
    Files.createDirectories(frozenNotes);
    Files.writeString(frozenNote(volume), "");
    Freezer.freeze(volume.path());
  }

  /** Lets writes go on; nothing happens to a volume that is not frozen. */
  public void thaw(Volume volume) throws IOException {
    mountOf(volume);
    Freezer.thaw(volume.path());
    Files.deleteIfExists(frozenNote(volume));
  }

  /** Makes a volume what its profile says again: thawed and as fast as it was. */
  public void reset(Volume volume) throws IOException {
    MediaProfile profile = profiles.get(volume.label());
    DeviceLimits limits = profile == null ? DeviceLimits.NONE : profile.limits();
    throttle.set(mountOf(volume).device(), limits);
    thaw(volume);
  }

  /**
   * Writes an emulated volume nearly full once and empties it again: a device has all its blocks,
   * where the sparse file behind this one gets each at the first write, at the cost of who writes.
   * Takes seconds for each 10 GB.
   */
  public void allocate(Volume volume) throws IOException {
    mountOf(volume);
    Path file = volume.path().resolve("allocated");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer zeros = ByteBuffer.allocateDirect(ALLOCATED_AT_ONCE_BYTES);
      FileStore store = Files.getFileStore(file);
      while (store.getUsableSpace() > LEFT_FREE_BYTES) {
        channel.write(zeros.clear());
        // or much more would be in memory than the device takes at a time
        channel.force(false);
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** Writes all volumes back and empties the page cache, so that reads go to the devices. */
  public void dropCaches() throws IOException {
    for (Volume volume : volumes) {
      if (!Files.exists(frozenNote(volume))) {
        LinuxTool.run(SYNC_LIMIT, "sync", "--file-system", volume.path().toString());
      }
    }
    dropCleanCaches();
  }

  /**
   * Empties the page cache, also of directories, except for what has not been written back: what
   * somebody wants of a volume that was stalled before has to come from its device then.
   */
  public void dropCleanCaches() throws IOException {
    Files.writeString(DROP_CACHES, "3");
  }

  /** The mount of the volume, after making sure that it is a loop device of its own. */
  private static MountedFileSystems.Mount mountOf(Volume volume) throws IOException {
    if (volume.medium() != Volume.Medium.EMULATED) {
      throw new IllegalArgumentException(
          volume.name()
              + " is not emulated; only SSD, DISK and other disks of a cluster that was started"
              + " with --media emulated can be slowed or frozen");
    }
    return MountedFileSystems.read()
        .at(volume.path())
        .filter(mount -> mount.source().startsWith("/dev/loop"))
        .orElseThrow(() -> new IOException(volume.path() + " is not mounted on a loop device"));
  }

  private Path frozenNote(Volume volume) {
    return frozenNotes.resolve(volume.name().replace('/', '-'));
  }
}
