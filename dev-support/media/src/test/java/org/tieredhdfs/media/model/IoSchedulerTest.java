package org.tieredhdfs.media.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IoSchedulerTest {
  private final HardDisk disk =
      new HardDisk(new HardDisk.Spec(1 << 30, 1, 2, 1, 1_000_000, 1_000_000, 1), 1);
  private final IoScheduler<Io> scheduler = new IoScheduler<>();

  private @Nullable Io serveNext() {
    Io next = scheduler.next(disk);
    if (next != null) {
      disk.serve(next, 0, 1);
    }
    return next;
  }

  @Test
  void whatGoesOnWhereTheHeadStandsComesFirstAndOthersByAge() {
    Io away = Io.read(1 << 20, 512);
    Io farther = Io.read(1 << 25, 512);
    Io onwards = Io.read(512, 512);
    disk.serve(Io.read(0, 512), 0, 1);
    List.of(away, farther, onwards).forEach(scheduler::add);

    assertThat(serveNext()).isEqualTo(onwards);
    assertThat(serveNext()).isEqualTo(away);
    assertThat(serveNext()).isEqualTo(farther);
    assertThat(serveNext()).isNull();
    assertThat(scheduler.isEmpty()).isTrue();
  }

  @Test
  void streamPassesTheOldestOverABoundedNumberOfTimes() {
    Io oldest = Io.read(1 << 25, 512);
    scheduler.add(oldest);
    List<Io> served = new ArrayList<>();
    for (int i = 0; i < 100 && !served.contains(oldest); i++) {
      scheduler.add(Io.read(512L * i, 512));
      served.add(serveNext());
    }
    assertThat(served).hasSize(33).last().isEqualTo(oldest);
  }
}
