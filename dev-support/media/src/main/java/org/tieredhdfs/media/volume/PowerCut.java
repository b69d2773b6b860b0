package org.tieredhdfs.media.volume;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.tieredhdfs.media.device.WriteCache;

/**
 * Cuts the power of all volumes of a machine at once: their devices take nothing more, those who
 * use them are ended, nothing is written back, a part of what was not flushed is lost, and what is
 * left is mounted again.
 */
public final class PowerCut {
  private PowerCut() {}

  /** Ends those who use the volumes, in the middle of what they do: {@code kill -9}. */
  @FunctionalInterface
  public interface UsersEnd {
    /** Returns when they have been sent their end; those who wait for a device end later. */
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
    // Only now: nobody who is still alive shall report an error where a machine would be dark.
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
