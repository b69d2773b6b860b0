package org.tieredhdfs.hdfs.weave;

import java.io.IOException;
import java.nio.file.Path;
import net.bytebuddy.dynamic.ClassFileLocator;

/** The build's command that weaves the overlay from the Hadoop on its own class path. */
public final class WeaveOverlay {
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
      new OverlayWeaver(stock, HadoopHere.version()).weaveInto(Path.of(args[0]));
    }
  }
}
