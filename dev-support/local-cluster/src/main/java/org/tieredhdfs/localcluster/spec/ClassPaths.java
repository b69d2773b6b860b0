package org.tieredhdfs.localcluster.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The class paths that the build worked out for the daemons.
 *
 * @param tiered our jars, the overlay first, then Hadoop and HBase
 * @param stock Hadoop and HBase alone
 */
public record ClassPaths(String tiered, String stock) {

  /**
   * Reads them from the build directory of this module.
   *
   * @param home the root of the repository
   */
  public static ClassPaths built(Path home) throws IOException {
    Path target = home.resolve("dev-support/local-cluster/target");
    return new ClassPaths(
        read(target.resolve("cluster.classpath")), read(target.resolve("stock.classpath")));
  }

  private static String read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is missing: build first, with 'mvn -DskipTests package'");
    }
    return Files.readString(file).strip();
  }
}
