package org.tieredhdfs.hdfs.datanode.choose;

import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.hdfs.datanode.choose.SpaceGauge.Figure;

/** The sentence that says why no volume could be chosen. */
final class OutOfSpace {
  private OutOfSpace() {}

  /**
   * @param silent positions of the volumes that did not answer in time
   */
  static String describe(Lineup<?, ?> lineup, int[] silent, long blockBytes, long additionalBytes) {
    VolumeRecord roomiest = null;
    List<String> troubles = new ArrayList<>();
    for (int i = 0; i < lineup.size(); i++) {
      VolumeRecord record = lineup.record(i);
      Figure figure = record.space.figure();
      if (record.traffic.isHung()) {
        troubles.add(record.name + " hangs");
      } else if (figure != null && figure.failure() != null) {
        troubles.add(record.name + " failed to tell its free space: " + figure.failure());
      }
      if (roomiest == null || record.space.remainingBytes() > roomiest.space.remainingBytes()) {
        roomiest = record;
      }
    }
    for (int i : silent) {
      troubles.add(lineup.record(i).name + " does not answer");
    }
    if (roomiest == null) {
      return "There is no volume to choose from";
    }
    return String.format(
        "No volume of type %s has room for a block of %d bytes and %d bytes to be kept free;"
            + " the most is %d bytes, on %s%s",
        roomiest.storageType,
        blockBytes,
        additionalBytes,
        roomiest.space.remainingBytes(),
        roomiest.name,
        troubles.isEmpty() ? "" : " (" + String.join("; ", troubles) + ")");
  }
}
