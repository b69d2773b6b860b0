package org.tieredhdfs.hdfs.datanode.choose;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * The volumes of one storage type as a request listed them, with what is known of each.
 *
 * <p>A dataset lists the same volumes in the same order in nearly every request; as long as it
 * does, the one lineup is used again and nothing is looked up. Immutable.
 */
final class Lineup<V extends FsVolumeSpi, R extends VolumeRecord> {
  private final List<V> volumes;
  private final List<R> records;

  Lineup(List<V> volumes, PerVolume<R> known) {
    this.volumes = List.copyOf(volumes);
    List<R> found = new ArrayList<>(this.volumes.size());
    for (V volume : this.volumes) {
      found.add(known.of(volume));
    }
    this.records = List.copyOf(found);
  }

  /** Whether this is the lineup of that list: the same volumes in the same order. */
  @SuppressWarnings("ReferenceEquality") // a volume is its object: see PerVolume
  boolean isOf(List<V> others) {
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

  int size() {
    return volumes.size();
  }

  V volume(int index) {
    return volumes.get(index);
  }

  R record(int index) {
    return records.get(index);
  }

  List<R> records() {
    return records;
  }
}
