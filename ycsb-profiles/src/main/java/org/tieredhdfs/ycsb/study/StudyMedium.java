package org.tieredhdfs.ycsb.study;

/** A medium of the study, and how HDFS calls it. */
public enum StudyMedium {
  RAM("RAMDISK", "ALL_RAMDISK", "ram", "in memory"),
  SSD("SSD", "ALL_SSD", "ssd", "on SSD"),
  HDD("DISK", "HOT", "hdd", "on disks");

  private final String storageType;
  private final String policy;
  private final String mount;
  private final String words;

  StudyMedium(String storageType, String policy, String mount, String words) {
    this.storageType = storageType;
    this.policy = policy;
    this.mount = mount;
    this.words = words;
  }

  public String storageType() {
    return storageType;
  }

  /** The storage policy that puts all replicas there. */
  public String policy() {
    return policy;
  }

  /** How the folders begin where such volumes are mounted, in examples. */
  String mount() {
    return mount;
  }

  /** In a sentence. */
  String words() {
    return words;
  }
}
