package org.tieredhdfs.media.volume;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.tieredhdfs.media.device.WriteCache;

/**
 * Cuts the power of all volumes of a machine at once: their devices accept nothing more, their
 * users are killed, nothing is written back, part of the unflushed data is lost, and the rest is
 * mounted again.
 */
public final class PowerCut {
  private PowerCut() {}

  /** Kills the users of the volumes: {@code kill -9}. */
  @FunctionalInterface
  public interface UsersEnd {
    /** Returns once the signals are sent; users that wait for a device end later. */
    void run() throws IOException;
  }

  /**
   * @param volumes of one machine
   * @param usersEnd ends the processes that use them
   * @param seed decides what is lost
   * @return what each volume lost, in their order
   */
  public static List<WriteCache.Lost> of(List<MediaVolume> volumes, UsersEnd usersEnd, long seed)
      throws IOException {
    for (MediaVolume volume : volumes) {
      volume.server().losePower(volume.name());
    }
    usersEnd.run();
    // Only after the users are dead: a living one would report an I/O error, which no machine
    // without power does.
    for (MediaVolume volume : volumes) {
      volume.server().fail(volume.name());
    }
    SplittableRandom seeds = new SplittableRandom(seed);
    List<WriteCache.Lost> lost = new ArrayList<>();
    for (MediaVolume volume : volumes) {
      lost.add(volume.restore(seeds.nextLong()));
    }
    return lost;
  }
}
