package example;

import java.net.URI;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveRequest;

/**
 * Moves all files at or below the given paths to where their storage policies want them. Run it as
 * an HDFS superuser: {@code hadoop jar move-files.jar example.MoveFiles /warehouse/hot}
 */
public final class MoveFiles {
  private MoveFiles() {}

  public static void main(String[] paths) throws Exception {
    Configuration conf = new Configuration();
    URI fileSystem = FileSystem.getDefaultUri(conf);
    try (FileMover mover = new FileMover(conf, fileSystem)) {
      MoveHandle request = mover.submit(MoveRequest.ofPaths(true, paths));
      while (!request.await(Duration.ofSeconds(5))) {
        System.out.printf("%.0f %%%n", 100 * request.progress().share());
      }
      System.out.println(request.progress().replicasMoved() + " replicas moved");
      request.errors().forEach(System.err::println);
      for (FileResult file : request.unsatisfied()) {
        System.err.println(file);
      }
      System.exit(request.errors().isEmpty() && request.unsatisfied().isEmpty() ? 0 : 1);
    }
  }
}
