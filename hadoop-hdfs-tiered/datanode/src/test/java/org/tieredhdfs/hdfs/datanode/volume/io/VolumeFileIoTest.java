package org.tieredhdfs.hdfs.datanode.volume.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlock;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlocks;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

class VolumeFileIoTest {
  @TempDir private Path folder;

  private final VolumeRegistry registry = new VolumeRegistry(100, 100, 30_000, 60);
  private final FsVolumeSpi volume = MockVolumes.volume("v1");
  private final VolumeState state = registry.state(volume);
  private final VolumeTraffic traffic = state.traffic();
  private final VolumeFileIo files =
      new VolumeFileIo(new Configuration(false), Mockito.mock(DataNode.class), registry);

  @AfterEach
  void nothingIsLeftInFlight() {
    assertThat(state.threads()).isZero();
    assertThat(state.bytesInFlight()).isZero();
  }

  private long deliveries() {
    return IntStream.range(0, VolumeTraffic.CLASSES).mapToLong(traffic::work).sum();
  }

  @Test
  void everyCallOfHadoopThatNamesAVolumeIsCounted() {
    List<String> passedOn = List.of("getFileOutputStream");
    for (Method stock : FileIoProvider.class.getDeclaredMethods()) {
      if (Modifier.isPublic(stock.getModifiers())
          && Arrays.asList(stock.getParameterTypes()).contains(FsVolumeSpi.class)) {
        boolean counted =
            Arrays.stream(VolumeFileIo.class.getDeclaredMethods())
                .anyMatch(
                    ours ->
                        ours.getName().equals(stock.getName())
                            && Arrays.equals(ours.getParameterTypes(), stock.getParameterTypes()));
        // The one with two parameters calls the one with three
        assertThat(counted || passedOn.contains(stock.getName())).as(stock.toString()).isTrue();
      }
    }
  }

  /** The first blocks of a directory come together when a volume is new. */
  @Test
  void threadsMayMakeTheSameDirectoryAtOnce() throws Exception {
    int threads = 8;
    ExecutorService makers = Executors.newFixedThreadPool(threads);
    try {
      for (int round = 0; round < 300; round++) {
        File made = folder.resolve("subdir" + round).resolve("subdir0").toFile();
        CyclicBarrier together = new CyclicBarrier(threads);
        Callable<Boolean> maker =
            () -> {
              together.await();
              files.mkdirsWithExistsCheck(volume, made);
              return made.isDirectory();
            };
        for (Future<Boolean> one : makers.invokeAll(Collections.nCopies(threads, maker))) {
          assertThat(one.get()).isTrue();
        }
      }
    } finally {
      makers.shutdownNow();
    }
    File file = Files.createFile(folder.resolve("file")).toFile();
    assertThatThrownBy(() -> files.mkdirsWithExistsCheck(volume, file))
        .hasMessageContaining("Mkdirs failed to create");
  }

  /** A kernel that finds nothing to do answers from its memory, also of a device that hangs. */
  @Test
  void onlyAChangeOfADirectoryShowsThatTheVolumeAnswers() throws Exception {
    File absent = folder.resolve("absent").toFile();
    File file = Files.createFile(folder.resolve("file")).toFile();
    File directory = Files.createDirectory(folder.resolve("directory")).toFile();
    long startNanos = System.nanoTime();
    assertThat(files.delete(volume, absent)).isFalse();
    assertThat(files.deleteWithExistsCheck(volume, absent)).isTrue();
    assertThat(files.createFile(volume, file)).isFalse();
    assertThat(files.mkdirs(volume, directory)).isFalse();
    files.mkdirsWithExistsCheck(volume, directory);
    assertThat(state.isOvertaken(IoClass.DIRECTORY, startNanos)).isFalse();

    for (Callable<?> change :
        List.<Callable<?>>of(
            () -> files.createFile(volume, absent),
            () -> files.delete(volume, absent),
            () -> files.deleteWithExistsCheck(volume, file),
            () -> files.mkdirs(volume, new File(directory, "one")),
            () -> {
              files.mkdirsWithExistsCheck(volume, new File(directory, "two"));
              return true;
            })) {
      long changeNanos = System.nanoTime();
      assertThat(change.call()).isEqualTo(true);
      assertThat(state.isOvertaken(IoClass.DIRECTORY, changeNanos)).isTrue();
    }
  }

  @Test
  void whatIsWrittenIsDeliveredWhenItIsSynced() throws IOException {
    Path file = folder.resolve("block");
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw");
        FileOutputStream stream = files.getFileOutputStream(volume, raw.getFD())) {
      stream.write(1);
      stream.write(new byte[] {2, 3});
      stream.write(new byte[] {0, 4, 5, 0}, 1, 2);
      assertThat(traffic.writtenBytes()).isEqualTo(5);
      assertThat(deliveries()).isZero();
      files.sync(volume, stream);
      assertThat(traffic.work(VolumeTraffic.classOf(true, 5))).isEqualTo(1);
      assertThat(stream.getChannel().size()).isEqualTo(5);
    }
    assertThat(deliveries()).isEqualTo(1);
    assertThat(Files.readAllBytes(file)).containsExactly(1, 2, 3, 4, 5);
    assertThat(traffic.syncLatencyMs()).isPositive();
  }

  @Test
  void whatTheWriterOfABlockWritesAndSyncsIsKnownOfTheBlock() throws IOException {
    OpenBlocks open = traffic.openBlocks();
    ExtendedBlock block = new ExtendedBlock("pool", 1, 100, 1);
    OpenBlock opened = open.receiving(block, Thread.currentThread());
    try (FileOutputStream stream =
        files.getFileOutputStream(volume, folder.resolve("block").toFile())) {
      stream.write(new byte[60]);
      assertThat(open.cachedBytes()).isEqualTo(60);
      files.sync(volume, stream);
      assertThat(open.cachedBytes()).isZero();
    }
    open.closed(opened);
    assertThat(open.closedBlocks().bytes()).isEqualTo(60);
    assertThat(open.closedBlocks().waitedByteSec()).isPositive();
  }

  @Test
  void whatIsClosedWithoutASyncIsDeliveredThen() throws IOException {
    FileOutputStream stream = files.getFileOutputStream(volume, folder.resolve("file").toFile());
    stream.write(new byte[1000]);
    assertThat(deliveries()).isZero();
    stream.close();
    assertThat(traffic.work(VolumeTraffic.classOf(false, 1000))).isEqualTo(1);
    stream.close();
    assertThat(deliveries()).isEqualTo(1);
    assertThatThrownBy(() -> stream.write(1)).isInstanceOf(IOException.class);
  }

  @Test
  void appendsWhereHadoopAppendsAndReadsWhereItSeeks() throws IOException {
    Path file = folder.resolve("log");
    Files.write(file, new byte[] {1});
    try (FileOutputStream stream = files.getFileOutputStream(volume, file.toFile(), true)) {
      stream.write(2);
    }
    try (FileInputStream stream = files.openAndSeek(volume, file.toFile(), 1)) {
      assertThat(stream.getChannel().position()).isEqualTo(1);
      assertThat(stream.read()).isEqualTo(2);
      assertThat(stream.read(new byte[10])).isEqualTo(-1);
      assertThat(stream.getFD().valid()).isTrue();
    }
    assertThat(traffic.readNanos()).isPositive();
  }

  /** Hadoop looks up the checksum of a last chunk in this way, for a reader. */
  @Test
  void readsAtAPlaceOfAFileAreCounted() throws IOException {
    Path file = folder.resolve("meta");
    Files.write(file, new byte[] {1, 2, 3, 4, 5});
    try (RandomAccessFile read = files.getRandomAccessFile(volume, file.toFile(), "r")) {
      long beforeNanos = System.nanoTime();
      read.seek(3);
      assertThat(read.length()).isEqualTo(5);
      assertThat(state.isOvertaken(IoClass.READ, beforeNanos)).isFalse();
      byte[] tail = new byte[4];
      assertThat(read.read(tail, 1, 3)).isEqualTo(2);
      assertThat(tail).containsExactly(0, 4, 5, 0);
      assertThat(read.getFilePointer()).isEqualTo(5);
      assertThat(state.isOvertaken(IoClass.READ, beforeNanos)).isTrue();
      read.seek(0);
      assertThat(read.readInt()).isEqualTo(0x01020304);
      assertThat(read.read()).isEqualTo(5);
      assertThat(read.read(tail)).isEqualTo(-1);
    }
    assertThatThrownBy(() -> files.getRandomAccessFile(volume, folder.toFile(), "r"))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aTransferToASocketIsInFlightWhileItWaitsForTheFile() throws IOException {
    FileChannel file = Mockito.mock(FileChannel.class);
    WritableByteChannel socket = Mockito.mock(WritableByteChannel.class);
    Mockito.when(file.transferTo(3, 10, socket))
        .thenAnswer(
            call -> {
              assertThat(state.inFlight())
                  .extracting(InFlight::ioClass)
                  .containsExactly(IoClass.READ);
              assertThat(state.bytesInFlight()).isEqualTo(10);
              return 7L;
            });
    assertThat(new VolumeFileChannel(file, state).transferTo(3, 10, socket)).isEqualTo(7);
  }

  @Test
  void aCallThatFailsIsOverAndFailsAsBefore() throws IOException {
    FileOutputStream stream = files.getFileOutputStream(volume, folder.resolve("shut").toFile());
    stream.close();
    assertThatThrownBy(() -> files.sync(volume, stream)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> stream.write(new byte[10])).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> files.getFileInputStream(volume, folder.resolve("no").toFile()))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> files.move(volume, folder.resolve("no"), folder.resolve("nowhere")))
        .isInstanceOf(IOException.class);
    assertThat(deliveries()).isZero();
  }

  @Test
  void aCallThatEndsInAnErrorIsOver() {
    FileOutputStream stream = Mockito.mock(FileOutputStream.class);
    Mockito.when(stream.getChannel()).thenThrow(new OutOfMemoryError("as it may happen"));
    assertThatThrownBy(() -> files.sync(volume, stream)).isInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void filesOfNoVolumeAreLeftAlone() throws IOException {
    try (FileOutputStream stream =
        files.getFileOutputStream(null, folder.resolve("other").toFile())) {
      stream.write(1);
      files.sync(null, stream);
    }
    assertThat(Files.size(folder.resolve("other"))).isEqualTo(1);
    assertThat(traffic.writtenBytes()).isZero();
  }
}
