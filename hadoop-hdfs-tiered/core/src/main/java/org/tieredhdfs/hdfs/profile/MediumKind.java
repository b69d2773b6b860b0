package org.tieredhdfs.hdfs.profile;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.types.CustomStorageType;

/** The kinds of media whose defaults differ. */
public enum MediumKind {
  RAM,
  SSD,
  DISK,
  ARCHIVE;

  /**
   * The medium of a storage type.
   *
   * @param type its name; what is neither memory nor flash nor an archive counts as a disk
   * @param custom the custom types that there are
   */
  static MediumKind of(String type, Collection<CustomStorageType> custom) {
    CustomStorageType found = find(type, custom);
    if (found != null) {
      return found.ram() ? RAM : of(found.stockAlias(), custom);
    }
    return switch (type) {
      case "RAM_DISK" -> RAM;
      case "SSD", "NVDIMM" -> SSD;
      case "ARCHIVE" -> ARCHIVE;
      default -> DISK;
    };
  }

  /** The type whose keys count for another one that has none of its own; null if there is none. */
  static @Nullable String parent(String type, Collection<CustomStorageType> custom) {
    CustomStorageType found = find(type, custom);
    if (found == null || found.equals(CustomStorageType.RAMDISK)) {
      return null;
    }
    return found.ram() ? CustomStorageType.RAMDISK.name() : found.stockAlias();
  }

  private static @Nullable CustomStorageType find(
      String type, Collection<CustomStorageType> custom) {
    return custom.stream().filter(one -> one.name().equals(type)).findFirst().orElse(null);
  }
}
