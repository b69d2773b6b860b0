package org.tieredhdfs.localcluster.spec;

import java.util.stream.Stream;

/** The configuration file in which a key belongs, told by the key's first word. */
public enum SiteFile {
  CORE("core-site.xml", "fs. hadoop. io. ipc. net. ha."),
  HDFS("hdfs-site.xml", "dfs. ignore."),
  HBASE("hbase-site.xml", "hbase. hfile. zookeeper.");

  private final String fileName;
  private final String prefixes;

  SiteFile(String fileName, String prefixes) {
    this.fileName = fileName;
    this.prefixes = prefixes;
  }

  public String fileName() {
    return fileName;
  }

  /**
   * @throws IllegalArgumentException if no file is known for the key
   */
  public static SiteFile of(String key) {
    for (SiteFile file : values()) {
      if (Stream.of(file.prefixes.split(" ", -1)).anyMatch(key::startsWith)) {
        return file;
      }
    }
    throw new IllegalArgumentException(
        "--conf: '"
            + key
            + "' belongs to no known file; a key has to begin with dfs. or ignore. (hdfs-site),"
            + " hbase., hfile. or zookeeper. (hbase-site), fs. hadoop. io. ipc. net. or ha."
            + " (core-site)");
  }
}
