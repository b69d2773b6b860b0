package org.tieredhdfs.localcluster.media;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One volume of a DataNode.
 *
 * @param dataNode the daemon that uses it: {@code dn0}
 * @param label its type as the layout of the cluster calls it: {@code RAMDISK}
 * @param index its number among the volumes of that type in the same DataNode
 * @param storageType its type as the DataNode is told, {@code NVDIMM} for RAM on stock Hadoop
 * @param medium what it is made of
 * @param path the folder that the DataNode is given
 */
public record Volume(
    String dataNode, String label, int index, String storageType, Medium medium, Path path) {

  /** What a volume is made of. */
  public enum Medium {
    /** A folder of the file system in which the cluster lies. */
    FOLDER("plain folder"),
    /** A tmpfs of its own. */
    TMPFS("tmpfs"),
    /** A folder in the shared memory of the machine. */
    SHARED_MEMORY("shared memory"),
    /** A file system of its own on a device that behaves like its medium and has faults. */
    EMULATED("emulated device");

    private final String title;

    Medium(String title) {
      this.title = title;
    }

    /** For people to read. */
    public String title() {
      return title;
    }
  }

  /** How it is called on the command line: {@code dn0/DISK0}. */
  public String name() {
    return dataNode + "/" + label + index;
  }

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
