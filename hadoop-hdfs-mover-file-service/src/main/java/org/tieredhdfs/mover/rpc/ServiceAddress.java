package org.tieredhdfs.mover.rpc;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.net.NetUtils;

/**
 * The file in HDFS with the RPC address of the active instance. Only a superuser can write it,
 * everybody can read it, and it is updated after a takeover.
 */
public final class ServiceAddress {
  private static final String NAME = "address";
  private static final int MAX_BYTES = 1_000;

  private ServiceAddress() {}

  /** Publishes the service's address to clients. */
  public static void publish(FileSystem fileSystem, Path directory, InetSocketAddress listening)
      throws IOException {
    fileSystem.setPermission(directory, new FsPermission((short) 0755));
    Path file = new Path(directory, NAME);
    Path written = new Path(directory, NAME + ".new");
    try (FSDataOutputStream out = fileSystem.create(written, true)) {
      out.write((host(listening) + ':' + listening.getPort()).getBytes(StandardCharsets.UTF_8));
    }
    fileSystem.setPermission(written, new FsPermission((short) 0644));
    fileSystem.delete(file, false);
    if (!fileSystem.rename(written, file)) {
      throw new IOException(file + " cannot be written");
    }
  }

  private static String host(InetSocketAddress listening) throws IOException {
    InetAddress address = listening.getAddress();
    return address.isAnyLocalAddress()
        ? InetAddress.getLocalHost().getCanonicalHostName()
        : listening.getHostName();
  }

  /** The last published address of the service. */
  static InetSocketAddress find(FileSystem fileSystem, Path directory) throws IOException {
    Path file = new Path(directory, NAME);
    try (InputStream in = fileSystem.open(file)) {
      String text = new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
      return NetUtils.createSocketAddr(text.strip(), -1, file.toString());
    } catch (FileNotFoundException e) {
      throw new IOException(
          String.format(
              "the file mover's service has never run on %s: %s does not exist",
              fileSystem.getUri(), file),
          e);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " is damaged; restart the service", e);
    }
  }
}
