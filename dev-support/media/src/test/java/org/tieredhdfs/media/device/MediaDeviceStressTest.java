package org.tieredhdfs.media.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.media.model.Controller;
import org.tieredhdfs.media.model.MediumModel;

/** Every request has one reply, whatever happens to the device meanwhile. */
class MediaDeviceStressTest {
  private static final List<Hang> HANGS = List.of(Hang.values());
  private static final int USERS = 8;
  private static final int REQUESTS_OF_EACH = 3_000;
  private static final int SIZE = 1 << 20;

  @TempDir private Path dir;

  @Test
  void eachRequestIsAnsweredOnceUnderHangsHealsAndLossesOfPower() throws Exception {
    Path file = dir.resolve("data");
    try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
      made.setLength(SIZE);
    }
    ExecutorService users = Executors.newFixedThreadPool(USERS);
    try (MediaDevice device =
        new MediaDevice(
            "stress",
            MediumModel.NVME.newMedium(SIZE, Controller.unlimited(), 1),
            file,
            new MediaDevice.Timing(0.01, Overhead.NONE, 64 << 10),
            Thread::new)) {
      List<Future<Integer>> answered = new ArrayList<>();
      for (int user = 0; user < USERS; user++) {
        int seed = user;
        answered.add(users.submit(() -> use(device, seed)));
      }
      disturb(device, answered);
      for (Future<Integer> count : answered) {
        assertThat(count.get(60, TimeUnit.SECONDS)).isEqualTo(REQUESTS_OF_EACH);
      }
    } finally {
      users.shutdownNow();
    }
  }

  private static int use(MediaDevice device, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int answered = 0;
    for (int i = 0; i < REQUESTS_OF_EACH; i++) {
      long offset = random.nextInt(SIZE / 512) * 512L;
      RecordedIo io =
          switch (random.nextInt(3)) {
            case 0 -> RecordedIo.read(offset, 512);
            case 1 -> RecordedIo.write(offset, new byte[512]);
            default -> RecordedIo.flush();
          };
      device.submit(io);
      io.errno();
      answered++;
    }
    return answered;
  }

  private static void disturb(MediaDevice device, List<Future<Integer>> users) throws Exception {
    SplittableRandom random = new SplittableRandom(99);
    int losses = 0;
    while (losses == 0 || !users.stream().allMatch(Future::isDone)) {
      device.setFaults(Faults.NONE.withHang(HANGS.get(random.nextInt(HANGS.size()))));
      device.setFaults(Faults.NONE);
      device.losePower();
      device.fail();
      device.restorePower(random.nextLong());
      losses++;
    }
  }
}
