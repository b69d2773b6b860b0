package org.tieredhdfs.hdfs.write;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The configured path of a DataNode's Unix-domain socket, with a placeholder for the port.
 *
 * <p>The port keeps clients from another DataNode of the machine. The rule for the folders above is
 * that of Hadoop's own domain sockets: only root and the daemon's user may replace this socket.
 * Immutable.
 */
public final class DomainSocketPath {
  private static final String PORT = "_PORT";

  /** {@code sun_path} holds 108 bytes; the port takes up to five, the rest is left for a suffix. */
  private static final int MAX_BYTES = 100;

  private static final int GROUP_WRITE = 0020;
  private static final int OTHERS_WRITE = 0002;

  private final String template;

  /**
   * @param template a value without {@link #faults}
   */
  public DomainSocketPath(String template) {
    this.template = template;
  }

  /** What is wrong with a configured value, whatever the file system holds; empty if nothing. */
  public static List<String> faults(String template) {
    boolean good;
    try {
      Path path = Path.of(template);
      Path name = path.getFileName();
      good =
          path.isAbsolute()
              && path.equals(path.normalize())
              && name != null
              && name.toString().contains(PORT)
              && template.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
    } catch (InvalidPathException e) {
      good = false;
    }
    return good
        ? List.of()
        : List.of(
            WritePathKeys.DOMAIN_SOCKET_PATH.refusal(
                template,
                "an absolute, normalised path of at most 100 bytes with _PORT in its last"
                    + " element"));
  }

  /** The socket of the DataNode at this port. */
  public Path of(int port) {
    return Path.of(template.replace(PORT, Integer.toString(port)));
  }

  private Path folder() {
    return Objects.requireNonNull(Path.of(template).getParent(), template);
  }

  /**
   * Why the parent directories do not protect a socket of this process, one sentence; empty if they
   * do.
   */
  public List<String> guardFaults() {
    List<String> faults = new ArrayList<>();
    try {
      Path folder = folder();
      int self = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
      for (Path above = folder; above != null && faults.isEmpty(); above = above.getParent()) {
        String fault = guardFault(above, self);
        if (!fault.isEmpty()) {
          faults.add(
              String.format(
                  "%s: '%s' is not safe: %s",
                  WritePathKeys.DOMAIN_SOCKET_PATH.name(), template, fault));
        }
      }
      if (faults.isEmpty() && !Files.isWritable(folder)) {
        faults.add(
            String.format(
                "%s: '%s' cannot be created: this user cannot write to %s",
                WritePathKeys.DOMAIN_SOCKET_PATH.name(), template, folder));
      }
    } catch (IOException | UnsupportedOperationException e) {
      faults.add(
          String.format(
              "%s: '%s' cannot be checked: %s",
              WritePathKeys.DOMAIN_SOCKET_PATH.name(), template, e));
    }
    return faults;
  }

  private static String guardFault(Path folder, int self) throws IOException {
    if (!Files.isDirectory(folder)) {
      return folder + " is not a directory";
    }
    Map<String, Object> attributes = Files.readAttributes(folder, "unix:mode,uid,gid");
    int mode = attribute(attributes, "mode");
    int owner = attribute(attributes, "uid");
    if ((mode & OTHERS_WRITE) != 0) {
      return String.format("everybody can write to %s; run chmod o-w %s", folder, folder);
    }
    if ((mode & GROUP_WRITE) != 0 && attribute(attributes, "gid") != 0) {
      return String.format("its group can write to %s; run chmod g-w %s", folder, folder);
    }
    if (owner != 0 && owner != self) {
      return String.format(
          "%s belongs to user %d, which is neither root nor the DataNode's user", folder, owner);
    }
    return "";
  }

  private static int attribute(Map<String, Object> attributes, String name) {
    return (Integer) Objects.requireNonNull(attributes.get(name), name);
  }

  @Override
  public String toString() {
    return template;
  }
}
