package org.tieredhdfs.localcluster.media;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.linux.FileTrees;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.LoopDevices;
import org.tieredhdfs.linux.MountedFileSystems;
import org.tieredhdfs.media.device.ByteRange;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.media.device.WriteCache;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.media.server.MediaControl;
import org.tieredhdfs.media.volume.MediaVolume;

/**
 * The emulated volumes of a running cluster, to be given faults and healed again.
 *
 * <p>What is wrong with a volume its media server knows; nothing is looked up in a volume that may
 * hang. Not thread-safe per volume.
 */
public final class Media {
  /** The text for a device without a fault. */
  public static final String SOUND = "sound";

  private static final String FILLER = "filled-by-media";
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Of a filler, what is written rather than reserved: the file system needs some itself. */
  private static final long WRITTEN_BYTES = 8L << 20;

  private static final int PIECE_BYTES = 64 << 10;
  private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");

  private final List<Volume> volumes;
  private final MediaControl server;

  /**
   * @param volumes all volumes of the cluster
   * @param server that serves the devices of the emulated ones
   */
  public Media(List<Volume> volumes, MediaControl server) {
    this.volumes = List.copyOf(volumes);
    this.server = server;
  }

  /**
   * One emulated volume as it is now.
   *
   * @param volume which
   * @param medium what it behaves like
   * @param factor by which it is slower than its model when it is sound
   * @param fault {@link #SOUND}, or what is wrong with it
   */
  public record State(Volume volume, String medium, double factor, String fault) {
    public boolean isSound() {
      return fault.equals(SOUND);
    }
  }

  /** The state of all emulated volumes. */
  public List<State> list() throws IOException {
    Map<String, MediaControl.State> devices = new LinkedHashMap<>();
    for (MediaControl.State device : server.status()) {
      devices.put(device.name(), device);
    }
    List<State> states = new ArrayList<>();
    for (Volume volume : volumes) {
      MediaControl.State device = devices.get(volume.name());
      if (device != null) {
        states.add(new State(volume, device.medium(), device.factor(), device.state()));
      }
    }
    return states;
  }

  /** Has requests of a volume hang, in the kernel, until {@link #heal}. */
  public void hang(Volume volume, Hang which) throws IOException {
    server.hang(device(volume), which);
  }

  /** Has everything take {@code factor} times as long as it does when the volume is sound. */
  public void slow(Volume volume, double factor) throws IOException {
    server.slow(device(volume), factor);
  }

  /** Stops it for {@code pause} at the start of each period of {@code every}. */
  public void stutter(Volume volume, Duration pause, Duration every) throws IOException {
    server.stutter(device(volume), pause, every);
  }

  /** Has reads and writes of a range of the device fail. */
  public void errors(Volume volume, ByteRange range) throws IOException {
    server.errors(device(volume), range);
  }

  /** Gives each read in a range of the device one wrong bit. */
  public void flips(Volume volume, ByteRange range) throws IOException {
    server.flips(device(volume), range);
  }

  /** Leaves no space in it, until {@link #heal}. The volume must answer. */
  public void fill(Volume volume) throws IOException {
    device(volume);
    takeSpace(volume.path().resolve(FILLER));
  }

  /** Ends all faults of a volume; hung requests continue. */
  public void heal(Volume volume) throws IOException {
    server.heal(device(volume));
    Files.deleteIfExists(volume.path().resolve(FILLER));
  }

  /**
   * Cuts the power of machines: their devices accept nothing more, their processes are killed, part
   * of the unflushed data and everything in memory is lost, and the rest is mounted again.
   *
   * @param dataNodes whose volumes lose power, all at the same time
   * @param usersEnd ends the processes that use these volumes
   * @param seed decides what is lost
   * @return what each emulated volume lost
   */
  public Map<Volume, WriteCache.Lost> cutPower(
      List<String> dataNodes, MediaVolume.UsersEnd usersEnd, long seed) throws IOException {
    List<Volume> dark = volumes.stream().filter(v -> dataNodes.contains(v.dataNode())).toList();
    List<Volume> devices = dark.stream().filter(Media::isEmulated).toList();
    List<MediaVolume> mounted = new ArrayList<>();
    for (Volume volume : devices) {
      mounted.add(new MediaVolume(server, volume.name(), deviceFile(volume), volume.path()));
    }
    Map<String, String> media = new HashMap<>();
    list().forEach(state -> media.put(state.volume().name(), state.medium()));
    List<WriteCache.Lost> lost = MediaVolume.cutPower(mounted, usersEnd, seed);
    for (Volume volume : dark) {
      if (volume.medium() == Volume.Medium.TMPFS) {
        RamVolumes.empty(volume.path());
      } else if (MediumModel.RAM.label().equals(media.get(volume.name()))) {
        FileTrees.deleteBelow(volume.path());
      }
    }
    Map<Volume, WriteCache.Lost> byVolume = new LinkedHashMap<>();
    for (int i = 0; i < devices.size(); i++) {
      byVolume.put(devices.get(i), lost.get(i));
    }
    return byVolume;
  }

  /** Writes all volumes back that are sound and empties the page cache: reads go to the devices. */
  public void dropCaches() throws IOException {
    for (State state : list()) {
      if (state.isSound()) {
        LinuxTool.run(LIMIT, "sync", "--file-system", state.volume().path().toString());
      }
    }
    dropCleanCaches();
  }

  /**
   * Empties the page cache, also of directories, except for what has not been written back: what
   * somebody wants of a volume that hangs has to come from its device then.
   */
  public void dropCleanCaches() throws IOException {
    Files.writeString(DROP_CACHES, "3");
  }

  /** Takes all the space of a file system. */
  private static void takeSpace(Path file) throws IOException {
    long freeBytes = Files.getFileStore(file.getParent()).getUsableSpace();
    if (freeBytes > WRITTEN_BYTES) {
      String reserved = Long.toString(freeBytes - WRITTEN_BYTES);
      LinuxTool.run(LIMIT, "fallocate", "--length", reserved, file.toString());
    }
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
      ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
      while (Files.getFileStore(file).getUsableSpace() > 0) {
        channel.write(piece.clear());
      }
    } catch (IOException full) {
      if (Files.getFileStore(file.getParent()).getUsableSpace() > PIECE_BYTES) {
        throw full;
      }
    }
  }

  private static boolean isEmulated(Volume volume) {
    return volume.medium() == Volume.Medium.EMULATED;
  }

  private static String device(Volume volume) {
    if (!isEmulated(volume)) {
      throw new IllegalArgumentException(
          volume.name()
              + " is not emulated; only volumes on devices of a cluster that was started with"
              + " --media emulated have faults");
    }
    return volume.name();
  }

  /** The file of the media server below the volume's loop device. */
  private static Path deviceFile(Volume volume) throws IOException {
    String loop =
        MountedFileSystems.read()
            .at(volume.path())
            .orElseThrow(() -> new IOException(volume.path() + " is not mounted"))
            .source();
    return new LoopDevices()
        .list().stream()
            .filter(one -> one.node().toString().equals(loop))
            .findFirst()
            .orElseThrow(() -> new IOException(volume.path() + " lies on no loop device"))
            .backingFile();
  }
}
