package org.tieredhdfs.media.volume;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.tieredhdfs.media.model.MediumModel;

/**
 * A program that mounts a volume, says on its standard output where its folder is, and does nothing
 * else until it is ended. Argument: the folder for its own.
 */
final class MediaHolder {
  private static final long SIZE = 64L << 20;

  private MediaHolder() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    MediaFolder folder = MediaFolder.open(Path.of(args[0]));
    folder.mount("disk", MediumModel.SSD, SIZE, 16 << 20);
    System.out.println(folder.dir());
    new CountDownLatch(1).await();
  }
}
