package org.tieredhdfs.product;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import org.tieredhdfs.linux.User;
import org.tieredhdfs.localcluster.media.EmulatedVolumes;

/** What tests on emulated media cannot do without. */
public final class EmulationNeeds {
  private EmulationNeeds() {}

  /** Skips the calling test, with the reason, where it is missing. */
  public static void assume() {
    assumeTrue(User.isRoot(), "needs root");
    try {
      EmulatedVolumes.check();
    } catch (IOException e) {
      assumeTrue(false, e.getMessage());
    }
  }
}
