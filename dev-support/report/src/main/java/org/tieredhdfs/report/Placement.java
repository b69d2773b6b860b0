package org.tieredhdfs.report;

/**
 * How much of a class of files lay on a storage type.
 *
 * @param fileClass the class of files
 * @param storageType the storage type
 * @param bytes bytes of all replicas there
 * @param blocks replicas there
 */
public record Placement(ReportedFileClass fileClass, String storageType, long bytes, long blocks) {

  public Placement {
    if (fileClass == null) {
      throw new IllegalArgumentException("placement: fileClass is missing");
    }
    Names.check("storageType", storageType);
    if (bytes < 0 || blocks < 0) {
      throw new IllegalArgumentException(
          "placement: bytes and blocks must not be negative: " + bytes + ", " + blocks);
    }
  }
}
