package org.tieredhdfs.verify.parity;

import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.verify.parity.ClientStep.Kind;
import org.tieredhdfs.verify.parity.ClientStep.Sync;

/** What schedules are like: random, or one that has shown a difference. */
public enum Scenario {
  /** Operations and faults that follow from the seed. */
  RANDOM,
  /** One flipped bit in one of three synced replicas whose DataNodes were all killed. */
  LOSS,
  /** Small files beside a large one that is synced at its end, on three slow disks. */
  REFUSAL;

  private static final int MB = 1 << 20;
  private static final int PLACE = 100_000;
  private static final int MB_FOR_A_SMALL_FILE = 30;

  /** 2 minutes for 900 MB. */
  private static final int SLOW_MS_FOR_A_MB = 133;

  static Schedule loss(long seed) {
    List<ClientStep> script =
        List.of(
            ClientStep.of(Kind.CREATE_LARGE, 3),
            new ClientStep(Kind.WRITE, MB, Sync.HSYNC),
            ClientStep.of(Kind.RECOVER),
            ClientStep.of(Kind.READ));
    Fault fault =
        new Fault(Fault.Kind.FLIP_STOPPED, Fault.Scope.CLUSTER, 0, 1, true, 1_000, 0, PLACE);
    return new Schedule(seed, List.of(script), List.of(fault));
  }

  /**
   * Disks that are 20 times slower.
   *
   * @param mb of the large file; for each 30 there is a small one
   */
  static Schedule refusal(long seed, int mb) {
    List<ClientStep> large =
        List.of(
            ClientStep.of(Kind.CREATE_LARGE, 3),
            new ClientStep(Kind.WRITE, mb * MB, Sync.HSYNC),
            ClientStep.of(Kind.CLOSE));
    List<ClientStep> small = new ArrayList<>();
    for (int left = mb; left > 0; left -= MB_FOR_A_SMALL_FILE) {
      small.add(ClientStep.of(Kind.CREATE, 3));
      small.add(new ClientStep(Kind.WRITE, MB, Sync.HFLUSH));
      small.add(ClientStep.of(Kind.CLOSE));
    }
    Fault fault =
        new Fault(
            Fault.Kind.SLOW, Fault.Scope.CLUSTER, 0, 0, false, mb * SLOW_MS_FOR_A_MB, 0, 20 - 2);
    return new Schedule(seed, List.of(large, small), List.of(fault));
  }
}
