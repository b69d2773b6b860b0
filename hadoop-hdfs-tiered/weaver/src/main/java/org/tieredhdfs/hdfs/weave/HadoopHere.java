package org.tieredhdfs.hdfs.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Properties;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.patches.Patch;
import org.tieredhdfs.hdfs.weave.patches.Patches;

/** The Hadoop on the weaver's own class path. */
final class HadoopHere {
  private static final String VERSION_FILE = "/common-version-info.properties";
  private static final String SERVER = "org.apache.hadoop.hdfs.server.";

  private final boolean isClientOnly;

  HadoopHere() throws IOException {
    version();
    isClientOnly = !locator().locate(SERVER + "namenode.NameNode").isResolved();
  }

  ClassFileLocator locator() {
    return ClassFileLocator.ForClassLoader.of(HadoopHere.class.getClassLoader());
  }

  /** Whether it is without NameNode and DataNode, as what HBase brings along may be. */
  boolean isClientOnly() {
    return isClientOnly;
  }

  /** Whether a class, by its internal name, is not to be expected in it. */
  boolean isLeftOut(String internalName) {
    return isClientOnly && internalName.startsWith(SERVER.replace('.', '/'));
  }

  /** The patched classes that it should have. */
  List<String> classNames() {
    return PatchPoint.classNames().stream()
        .filter(name -> !isLeftOut(name.replace('.', '/')))
        .toList();
  }

  /** The patches of these classes. */
  List<Patch> patches() {
    List<String> classNames = classNames();
    return Patches.all().stream()
        .filter(patch -> classNames.contains(patch.point().className()))
        .toList();
  }

  /** Read from the file behind Hadoop's VersionInfo, which would need a logger to be set up. */
  static String version() throws IOException {
    try (InputStream in = HadoopHere.class.getResourceAsStream(VERSION_FILE)) {
      if (in == null) {
        throw new WeavingException("there is no Hadoop on the class path: no " + VERSION_FILE);
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version", "of unknown version");
    }
  }
}
