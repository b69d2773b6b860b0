package org.tieredhdfs.localcluster.media;

import java.util.List;
import java.util.stream.Collectors;

/** Finds the volume that a name on the command line means. */
public final class VolumeNames {
  private VolumeNames() {}

  /**
   * The volume called {@code dn0/DISK0}, or {@code dn0/DISK} if the DataNode has just one of them.
   *
   * @throws IllegalArgumentException if no volume is meant or more than one
   */
  public static Volume find(List<Volume> volumes, String name) {
    List<Volume> exact = volumes.stream().filter(v -> v.name().equalsIgnoreCase(name)).toList();
    List<Volume> meant =
        exact.isEmpty()
            ? volumes.stream()
                .filter(v -> (v.dataNode() + "/" + v.label()).equalsIgnoreCase(name))
                .toList()
            : exact;
    if (meant.size() == 1) {
      return meant.get(0);
    }
    String problem = meant.isEmpty() ? "is no volume" : "means several volumes";
    List<Volume> choice = meant.isEmpty() ? volumes : meant;
    throw new IllegalArgumentException(
        "'"
            + name
            + "' "
            + problem
            + "; it has to be one of "
            + choice.stream().map(Volume::name).collect(Collectors.joining(", ")));
  }
}
