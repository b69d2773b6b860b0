package org.tieredhdfs.hdfs.overlay.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.tieredhdfs.hdfs.write.DomainSocketPath;

/** A folder that guards a socket: below target, or below the user's home if target does not. */
final class GuardedFolder implements AutoCloseable {
  final Path path;

  private GuardedFolder(Path path) {
    this.path = path;
  }

  static GuardedFolder make() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path above :
        List.of(Path.of("target").toAbsolutePath(), Path.of(System.getProperty("user.home")))) {
      Path path =
          Files.createTempDirectory(
              above,
              "s",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      GuardedFolder folder = new GuardedFolder(path);
      faults.addAll(DomainSocketPath.faults(folder.template()));
      List<String> unguarded = new DomainSocketPath(folder.template()).guardFaults();
      faults.addAll(unguarded);
      if (faults.isEmpty() || unguarded.isEmpty()) {
        return folder;
      }
      folder.close();
    }
    throw new IOException("nowhere to put a socket: " + faults);
  }

  String template() {
    return path + "/w_PORT";
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> sockets = Files.list(path)) {
      for (Path socket : sockets.toList()) {
        Files.delete(socket);
      }
    }
    Files.delete(path);
  }
}
