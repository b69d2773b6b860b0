package org.tieredhdfs.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/** A load that finds nothing wrong says something only if it would find what is. */
class FileClientTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir Path directory;
  private FileSystem fs;
  private final ClientCounts figures = new ClientCounts();
  private FileClient load;

  @BeforeEach
  void start() throws Exception {
    fs = new RawLocalFileSystem();
    fs.initialize(directory.toUri(), new Configuration());
    work(fs, "f", () -> figures.line().contains(" create=") && written().size() >= 5);
  }

  /** Works in a directory until that is enough. */
  private void work(FileSystem fs, String name, Callable<Boolean> isEnough) throws Exception {
    load =
        new FileClient(
            fs, new org.apache.hadoop.fs.Path(directory.resolve(name).toUri()), 7, figures);
    CountDownLatch end = new CountDownLatch(1);
    Thread thread = new Thread(() -> load.run(end));
    thread.start();
    try {
      Waits.until("enough work", LIMIT, isEnough);
    } finally {
      end.countDown();
      thread.join();
    }
  }

  @AfterEach
  void close() throws Exception {
    fs.close();
  }

  private List<Path> written() throws Exception {
    try (Stream<Path> files = Files.list(directory.resolve("f"))) {
      return files.toList();
    }
  }

  @Test
  void everythingWrittenIsReadAgainAndCounted() throws Exception {
    assertThat(load.verify()).isEqualTo(written().size()).isPositive();
    assertThat(figures.failures()).as(figures.line()).isZero();
    assertThat(figures.line()).contains("create=", "verifiedFile=" + written().size());
  }

  @Test
  void aSingleWrongByteIsFound() throws Exception {
    Path file = written().get(0);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    load.verify();
    assertThat(figures.failures()).isOne();
  }

  @Test
  void aLostAndAShortFileAreFound() throws Exception {
    Files.delete(written().get(0));
    Path file = written().get(0);
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100));
    load.verify();
    assertThat(figures.failures()).isEqualTo(2);
  }

  /** Fails once to open a file that is being written. */
  private static final class Unopened extends FilterFileSystem {
    private final String why;
    private boolean isWriting;
    private boolean failed;

    Unopened(FileSystem fs, String why) {
      super(fs);
      this.why = why;
    }

    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path path,
        FsPermission permission,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      isWriting = true;
      return new FSDataOutputStream(
          super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress),
          null) {
        @Override
        public void close() throws IOException {
          isWriting = false;
          super.close();
        }
      };
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize)
        throws IOException {
      if (isWriting && !failed) {
        failed = true;
        throw new IOException(why);
      }
      return super.open(path, bufferSize);
    }
  }

  @Test
  void aFileWhoseLengthIsNotKnownYetIsOpenedAnewAndCounted() throws Exception {
    work(
        new Unopened(fs, "Could not obtain the last block locations."),
        "g",
        () -> figures.line().contains("openedAnew="));
    assertThat(figures.failures()).as(figures.line()).isZero();
    assertThat(figures.line()).contains("openedAnew=1");
  }

  @Test
  void anyOtherFailureToOpenIsOne() throws Exception {
    work(new Unopened(fs, "no"), "g", () -> figures.failures() > 0);
    assertThat(figures.failures()).isOne();
    assertThat(figures.line()).doesNotContain("openedAnew");
  }
}
