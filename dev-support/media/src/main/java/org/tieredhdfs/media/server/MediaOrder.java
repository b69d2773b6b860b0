package org.tieredhdfs.media.server;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.media.device.Faults;
import org.tieredhdfs.media.device.WriteCache;

/**
 * An order to a media server, a line of JSON on its socket.
 *
 * @param kind what to do
 * @param name of the device; empty for {@link Kind#STATUS}
 * @param spec of the device to add
 * @param faults that it has from now on
 * @param seed decides what a loss of power takes
 */
record MediaOrder(
    Kind kind, String name, @Nullable DeviceSpec spec, @Nullable Faults faults, long seed) {
  /** What servers do. */
  enum Kind {
    ADD,
    REMOVE,
    SET_FAULTS,
    LOSE_POWER,
    FAIL,
    RESTORE_POWER,
    STATUS
  }

  /**
   * What comes back, a line of JSON, too.
   *
   * @param refusal a sentence; empty if it was done
   * @param states of the devices, by {@link Kind#STATUS}
   * @param lost by {@link Kind#RESTORE_POWER}
   */
  record Reply(String refusal, List<MediaControl.State> states, WriteCache.@Nullable Lost lost) {}

  static MediaOrder of(Kind kind, String name) {
    return new MediaOrder(kind, name, null, null, 0);
  }
}
