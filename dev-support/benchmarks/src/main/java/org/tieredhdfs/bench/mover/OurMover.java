package org.tieredhdfs.bench.mover;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveRequest;

/** The file mover inside this process, already running when the request comes, like its service. */
final class OurMover implements Mover {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final FileMover mover;
  private @Nullable MoveHandle running;

  OurMover(MoverBenchCluster cluster) throws IOException {
    mover = new FileMover(cluster.conf(), cluster.uri());
  }

  @Override
  public void begin(Path directory) {
    running = mover.submit(MoveRequest.ofPaths(true, directory.toString()));
  }

  @Override
  public void end() throws IOException, InterruptedException {
    MoveHandle handle = running;
    if (handle == null) {
      return;
    }
    running = null;
    if (!handle.await(LIMIT)) {
      handle.cancel();
      throw new IOException("the file mover did not come to its end: " + handle.progress());
    }
    if (!handle.unsatisfied().isEmpty()) {
      throw new IOException("the file mover gave files up: " + handle.unsatisfied().get(0));
    }
  }

  @Override
  public void close() throws IOException {
    mover.close();
  }
}
