package org.tieredhdfs.hdfs.datanode.choose.space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.util.DiskChecker.DiskOutOfSpaceException;

/**
 * The volumes of one storage type in the order of a request, each with its state.
 *
 * <p>A dataset lists the same volumes in the same order in nearly every request; as long as it
 * does, the one lineup is used again and nothing is looked up. Immutable.
 */
public record VolumeCandidates<V extends FsVolumeSpi, R extends VolumeRecord>(
    List<V> volumes, List<R> records) {
  private static final long DEFAULT_KEPT_BYTES = 1L << 30;

  public VolumeCandidates {
    volumes = List.copyOf(volumes);
  }

  /** Whether this is the lineup of that list: the same volumes in the same order. */
  @SuppressWarnings("ReferenceEquality") // a volume is its object
  public boolean isOf(List<V> others) {
    int size = volumes.size();
    if (others.size() != size) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (volumes.get(i) != others.get(i)) {
        return false;
      }
    }
    return true;
  }

  public V volume(int index) {
    return volumes.get(index);
  }

  public R record(int index) {
    return records.get(index);
  }

  /**
   * The positions of the volumes that have room for a block and do not hang, at least one,
   * ascending.
   *
   * @param keptBytes what has to stay free beside the block; of Hadoop's default, which no small
   *     volume has, at most a 64th of the volume
   * @throws DiskOutOfSpaceException if there is none
   */
  public int[] withRoom(long blockBytes, long keptBytes) throws DiskOutOfSpaceException {
    int[] room = new int[volumes.size()];
    int count = 0;
    for (int i = 0; i < room.length; i++) {
      VolumeRecord record = records.get(i);
      if (record.traffic.isHung()) {
        continue;
      }
      record.look(volumes.get(i));
      // A difference, because the sum may overflow
      if (record.availableBytes - kept(i, keptBytes) > blockBytes) {
        room[count++] = i;
      }
    }
    if (count == 0) {
      throw new DiskOutOfSpaceException(refusal(blockBytes, keptBytes));
    }
    return Arrays.copyOf(room, count);
  }

  private long kept(int index, long bytes) {
    return bytes == DEFAULT_KEPT_BYTES && volumes.get(index) instanceof FsVolumeImpl sized
        ? Math.min(bytes, sized.getCapacity() / 64)
        : bytes;
  }

  private String refusal(long blockBytes, long keptBytes) {
    R roomiest = records.get(0);
    List<String> faults = new ArrayList<>();
    for (R record : records) {
      if (record.traffic.isHung()) {
        faults.add(record.name + " hangs");
      } else if (record.failure != null) {
        faults.add(record.name + " cannot read its free space: " + record.failure);
      }
      if (record.availableBytes > roomiest.availableBytes) {
        roomiest = record;
      }
    }
    return String.format(
        "No volume of type %s has room for a block of %d bytes plus %d bytes to keep"
            + " free; the most is %d bytes, on %s%s",
        roomiest.storageType,
        blockBytes,
        kept(records.indexOf(roomiest), keptBytes),
        roomiest.availableBytes,
        roomiest.name,
        faults.isEmpty() ? "" : " (" + String.join("; ", faults) + ")");
  }
}
