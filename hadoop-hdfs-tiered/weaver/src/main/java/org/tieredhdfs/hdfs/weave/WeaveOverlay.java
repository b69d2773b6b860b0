package org.tieredhdfs.hdfs.weave;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Properties;
import net.bytebuddy.dynamic.ClassFileLocator;

/** The build's command that weaves the overlay from the Hadoop on its own class path. */
public final class WeaveOverlay {
  private static final String VERSION_FILE = "/common-version-info.properties";

  private WeaveOverlay() {}

  /**
   * @param args the folder to write to
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      throw new IllegalArgumentException("usage: WeaveOverlay FOLDER");
    }
    try (ClassFileLocator stock =
        ClassFileLocator.ForClassLoader.of(WeaveOverlay.class.getClassLoader())) {
      new OverlayWeaver(stock, hadoopVersion()).weaveInto(Path.of(args[0]));
    }
  }

  /** Read from the file behind Hadoop's VersionInfo, which would need a logger to be set up. */
  private static String hadoopVersion() throws IOException {
    try (InputStream in = WeaveOverlay.class.getResourceAsStream(VERSION_FILE)) {
      if (in == null) {
        throw new WeavingException("there is no Hadoop on the class path: no " + VERSION_FILE);
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version", "of unknown version");
    }
  }
}
