package org.tieredhdfs.localcluster.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.media.server.MediaControl;

/**
 * Lets go on, or fail, whatever waits for the emulated media of a cluster, in bounded time.
 *
 * <p>A server that does not answer is no error: when it ends, requests to its devices fail.
 */
final class MediaRelease {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final ClusterDirs dirs;

  MediaRelease(ClusterDirs dirs) {
    this.dirs = dirs;
  }

  /** Ends all faults, so that what hangs goes on; what has no power fails. */
  void heal() throws IOException {
    forEachDevice(
        (server, name) -> {
          server.heal(name);
          if (!hasPower(server, name)) {
            server.fail(name);
          }
        });
  }

  /** Has all requests fail from now on. */
  void fail() throws IOException {
    forEachDevice(MediaControl::fail);
  }

  private static boolean hasPower(MediaControl server, String name) throws IOException {
    return server.status().stream()
        .noneMatch(device -> device.name().equals(name) && !device.hasPower());
  }

  private interface Order {
    void give(MediaControl server, String device) throws IOException;
  }

  private void forEachDevice(Order order) throws IOException {
    if (!Files.exists(dirs.mediaSocket())) {
      return;
    }
    MediaControl server = new MediaControl(dirs.mediaSocket());
    CompletableFuture<Void> orders =
        CompletableFuture.runAsync(
            () -> {
              try {
                for (MediaControl.State device : server.status()) {
                  order.give(server, device.name());
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    try {
      orders.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the media server was told to let go", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("the media server does not answer: " + e, e);
    }
  }
}
