package org.tieredhdfs.hdfs.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import java.util.Objects;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.cluster.PeerCount;

/** Which volumes a NameNode avoids, how far it goes, and when it takes that back. */
class VolumeHealthTest {
  private static final int NODES = 21;
  private static final long REPLACE_AFTER_MS = 600_000;

  private final Volumes volumes = new Volumes().add(NODES, StorageType.DISK);
  private final VolumeHealth health = health(0.1);
  private long nowMs = 1_000;

  private static VolumeHealth health(double share) {
    return new VolumeHealth(new HealthSettings(share, REPLACE_AFTER_MS, 3, 1, 6_000));
  }

  private void tell(VolumeHealth to, int number, VolumeCondition condition) {
    to.hear(volumes.node(number), volumes.told(number, condition), nowMs);
    to.decide(nowMs);
  }

  private void tell(int number, VolumeCondition condition) {
    tell(health, number, condition);
  }

  private void allHealthy(VolumeHealth to) {
    for (int i = 0; i < volumes.storages.size(); i++) {
      tell(to, i, VolumeCondition.IN_SERVICE);
    }
  }

  private HealthTally disks(VolumeHealth of) {
    return Objects.requireNonNull(of.tallies().get(StorageType.DISK));
  }

  private boolean isExcluded(int number) {
    return Exclusions.isExcluded(volumes.get(number));
  }

  private boolean isReplaced(int number) {
    return Exclusions.isReplaced(volumes.get(number));
  }

  @Test
  void aVolumeIsAvoidedAsLongAsItIsReportedUnhealthy() {
    allHealthy(health);
    assertThat(isExcluded(3)).isFalse();
    for (VolumeCondition condition : VolumeCondition.values()) {
      tell(3, condition);
      assertThat(isExcluded(3)).isEqualTo(condition.isUnhealthy());
      assertThat(isExcluded(4)).isFalse();
    }
    tell(3, VolumeCondition.HUNG);
    assertThat(disks(health).getHung()).isEqualTo(1);
    tell(3, VolumeCondition.SUSPECTED);
    assertThat(isExcluded(3)).isFalse();
    assertThat(Exclusions.of(volumes.get(3))).isNull();
  }

  @Test
  void heartbeatsThatFollowEachOtherDecideTogether() {
    allHealthy(health);
    health.hear(volumes.node(0), volumes.told(0, VolumeCondition.HUNG), nowMs + 99);
    assertThat(isExcluded(0)).isFalse();
    health.hear(volumes.node(1), volumes.told(1, VolumeCondition.IN_SERVICE), nowMs + 100);
    assertThat(isExcluded(0)).isTrue();
  }

  @Test
  void moreThanTheShareOfATypeAreNeverAvoided() {
    allHealthy(health);
    for (int i = 0; i < NODES; i++) {
      tell(i, VolumeCondition.SLOW);
    }
    assertThat(disks(health).getSlow()).isEqualTo(NODES);
    assertThat(disks(health).getExcluded()).isEqualTo(2);
    assertThat(disks(health).getBeyondCap()).isEqualTo(NODES - 2);
    assertThat(volumes.storages.stream().filter(Exclusions::isExcluded)).hasSize(2);
  }

  @Test
  void eachTypeHasAShareOfItsOwnAndOneVolumeAlwaysMayBeAvoided() {
    volumes.add(4, StorageType.SSD);
    allHealthy(health);
    tell(0, VolumeCondition.HUNG);
    tell(1, VolumeCondition.HUNG);
    tell(NODES, VolumeCondition.HUNG);
    tell(NODES + 1, VolumeCondition.HUNG);
    assertThat(isExcluded(0)).isTrue();
    assertThat(isExcluded(1)).isTrue();
    assertThat(isExcluded(NODES)).isTrue();
    assertThat(isExcluded(NODES + 1)).isFalse();
  }

  @Test
  void hungOnesComeFirstThenThoseReportedLongest() {
    allHealthy(health);
    for (int i = 5; i < 9; i++) {
      nowMs += 1_000;
      tell(i, VolumeCondition.SLOW);
    }
    assertThat(isExcluded(5) && isExcluded(6)).isTrue();
    assertThat(isExcluded(7) || isExcluded(8)).isFalse();
    tell(8, VolumeCondition.HUNG);
    assertThat(isExcluded(5) && isExcluded(8)).isTrue();
    tell(8, VolumeCondition.IN_SERVICE);
    assertThat(isExcluded(5) && isExcluded(6)).isTrue();
  }

  @Test
  void aShareOfNothingExcludesNothing() {
    VolumeHealth none = health(0);
    allHealthy(none);
    tell(none, 1, VolumeCondition.HUNG);
    assertThat(isExcluded(1)).isFalse();
    assertThat(disks(none).getBeyondCap()).isEqualTo(1);
  }

  @Test
  void itsReplicasStopCountingAfterATimeWithoutABreak() {
    allHealthy(health);
    tell(2, VolumeCondition.SLOW);
    nowMs += REPLACE_AFTER_MS - 1;
    tell(2, VolumeCondition.HUNG);
    assertThat(isReplaced(2)).isFalse();
    nowMs += 1_000;
    // any heartbeat will do
    health.hear(volumes.node(7), volumes.told(7, VolumeCondition.IN_SERVICE), nowMs);
    assertThat(isReplaced(2)).isTrue();
    assertThat(health.replaced()).containsExactly(volumes.get(2));
    assertThat(disks(health).getReplaced()).isEqualTo(1);

    tell(2, VolumeCondition.IN_SERVICE);
    assertThat(isReplaced(2)).isFalse();
    assertThat(health.replaced()).isEmpty();
    tell(2, VolumeCondition.HUNG);
    nowMs += REPLACE_AFTER_MS - 1;
    tell(2, VolumeCondition.HUNG);
    assertThat(isReplaced(2)).isFalse();
  }

  /** To take it back would delete what was copied, and to avoid it again would copy it anew. */
  @Test
  void oneWhoseReplicasDoNotCountKeepsItsPlaceBesideHungOnes() {
    allHealthy(health);
    tell(0, VolumeCondition.SLOW);
    tell(1, VolumeCondition.SLOW);
    nowMs += REPLACE_AFTER_MS;
    tell(0, VolumeCondition.SLOW);
    for (int i = 2; i < 5; i++) {
      nowMs += 1_000;
      tell(i, VolumeCondition.HUNG);
    }
    assertThat(isReplaced(0) && isReplaced(1)).isTrue();
    assertThat(isExcluded(2) && isExcluded(3)).isTrue();
    assertThat(isExcluded(4)).isFalse();
    assertThat(disks(health).getExcluded()).isEqualTo(4);
    assertThat(disks(health).getBeyondCap()).isEqualTo(1);

    nowMs += REPLACE_AFTER_MS;
    tell(2, VolumeCondition.HUNG);
    tell(2, VolumeCondition.ON_PROBATION);
    tell(3, VolumeCondition.ON_PROBATION);
    assertThat(health.replaced()).hasSize(4);
    assertThat(isExcluded(4)).isFalse();

    tell(0, VolumeCondition.IN_SERVICE);
    assertThat(isExcluded(4)).isTrue();
    assertThat(disks(health).getExcluded()).isEqualTo(4);
  }

  @Test
  void slowOnesGetNoPlaceBesideThoseWhoseReplicasDoNotCount() {
    allHealthy(health);
    for (int i = 0; i < NODES; i++) {
      tell(i, VolumeCondition.SLOW);
    }
    nowMs += REPLACE_AFTER_MS;
    for (int i = 0; i < NODES; i++) {
      nowMs += REPLACE_AFTER_MS;
      tell(i, VolumeCondition.SLOW);
      assertThat(disks(health).getExcluded()).isEqualTo(2);
    }
  }

  /** Else a wrong threshold replaces volume after volume, each as soon as one recovers. */
  @Test
  void oneThatWasBeyondTheCapForLongIsAvoidedForTheTimeBeforeItIsReplaced() {
    allHealthy(health);
    for (int i = 0; i < 3; i++) {
      tell(i, VolumeCondition.SLOW);
    }
    nowMs += 2 * REPLACE_AFTER_MS;
    tell(2, VolumeCondition.SLOW);
    assertThat(isReplaced(0) && isReplaced(1)).isTrue();
    assertThat(isExcluded(2)).isFalse();

    tell(0, VolumeCondition.IN_SERVICE);
    assertThat(isExcluded(2)).isTrue();
    assertThat(isReplaced(2)).isFalse();
    nowMs += REPLACE_AFTER_MS;
    tell(2, VolumeCondition.SLOW);
    assertThat(isReplaced(2)).isTrue();
  }

  @Test
  void replicasAlwaysCountWhereTheTimeIsZero() {
    VolumeHealth never = new VolumeHealth(new HealthSettings(0.1, 0, 3, 1, 6_000));
    allHealthy(never);
    tell(never, 2, VolumeCondition.HUNG);
    nowMs += 100 * REPLACE_AFTER_MS;
    tell(never, 2, VolumeCondition.HUNG);
    assertThat(isExcluded(2)).isTrue();
    assertThat(isReplaced(2)).isFalse();
  }

  @Test
  void aDataNodeThatIsRestartedWithStockHadoopTakesAllBack() {
    allHealthy(health);
    tell(2, VolumeCondition.HUNG);
    health.hear(volumes.node(2), volumes.stock(2), nowMs);
    health.decide(nowMs);
    assertThat(isExcluded(2)).isFalse();
    assertThat(disks(health).getReported()).isEqualTo(NODES - 1);
  }

  @Test
  void aDeadDataNodeTakesNobodysPlace() {
    allHealthy(health);
    tell(0, VolumeCondition.HUNG);
    tell(1, VolumeCondition.HUNG);
    tell(2, VolumeCondition.HUNG);
    assertThat(isExcluded(2)).isFalse();
    volumes.node(0).setAlive(false);
    health.decide(nowMs);
    assertThat(isExcluded(0)).isFalse();
    assertThat(isExcluded(2)).isTrue();
    assertThat(disks(health).getReported()).isEqualTo(NODES - 1);
  }

  @Test
  void itStaysATargetWhereThereAreTooFewOthers() {
    Volumes few = new Volumes().add(3, StorageType.SSD);
    VolumeHealth small = health(0.1);
    for (int i = 0; i < 3; i++) {
      small.hear(few.node(i), few.told(i, VolumeCondition.IN_SERVICE), nowMs);
    }
    small.hear(few.node(0), few.told(0, VolumeCondition.SLOW), nowMs);
    small.decide(nowMs);
    assertThat(Exclusions.isExcluded(few.get(0))).isTrue();
    assertThat(Exclusions.isNoTarget(few.get(0))).isFalse();

    allHealthy(health);
    tell(0, VolumeCondition.SLOW);
    assertThat(Exclusions.isNoTarget(volumes.get(0))).isTrue();
  }

  @Test
  void aDataNodeThatIsBeingDecommissionedIsNoOther() {
    Volumes some = new Volumes().add(5, StorageType.SSD);
    some.node(3).startDecommission();
    some.node(4).setDecommissioned();
    VolumeHealth small = health(0.1);
    for (int i = 1; i < 5; i++) {
      small.hear(some.node(i), some.told(i, VolumeCondition.IN_SERVICE), nowMs);
    }
    small.hear(some.node(0), some.told(0, VolumeCondition.SLOW), nowMs);
    small.decide(nowMs);
    assertThat(Exclusions.isExcluded(some.get(0))).isTrue();
    assertThat(Exclusions.isNoTarget(some.get(0))).isFalse();

    some.node(3).stopDecommission();
    small.decide(nowMs);
    assertThat(Exclusions.isNoTarget(some.get(0))).isTrue();
  }

  /** As long as Hadoop knows of blocks there it keeps the volume. */
  @Test
  void aVolumeThatItsDataNodeHasRemovedTakesNobodysPlace() {
    allHealthy(health);
    DatanodeStorageInfo second =
        BlockManagerTestUtil.updateStorage(
            volumes.node(0),
            new DatanodeStorage(
                "DS-second", DatanodeStorage.State.NORMAL, volumes.get(0).getStorageType()));
    StorageReport room = volumes.stock(0)[0];
    StorageReport hung =
        new VolumeStorageReport(
            new StorageReport(
                new DatanodeStorage("DS-second"), false, room.getCapacity(), 0, 0, 0, 0),
            new VolumeReport(VolumeCondition.HUNG, 0));
    StorageReport first = volumes.told(0, VolumeCondition.IN_SERVICE)[0];
    health.hear(volumes.node(0), new StorageReport[] {first, hung}, nowMs);
    health.decide(nowMs);
    assertThat(Exclusions.isExcluded(second)).isTrue();
    assertThat(disks(health).getReported()).isEqualTo(NODES + 1);

    tell(0, VolumeCondition.IN_SERVICE);
    assertThat(volumes.node(0).getStorageInfo("DS-second")).isSameAs(second);
    assertThat(Exclusions.isExcluded(second)).isFalse();
    assertThat(disks(health).getReported()).isEqualTo(NODES);
  }

  @Test
  void aHeartbeatDoesNotFailIfItCannotBeTakenIn() {
    VolumeHealth.heard(mock(BlockManager.class), volumes.node(0), new StorageReport[1]);
    assertThat(isExcluded(0)).isFalse();
  }

  /** Active and standby of a test are in one process; each has objects of its own. */
  @Test
  void whatOneNameNodeAvoidsAnotherDoesNot() {
    Volumes others = new Volumes().add(NODES, StorageType.DISK);
    allHealthy(health);
    tell(0, VolumeCondition.HUNG);
    assertThat(others.get(0)).isEqualTo(volumes.get(0));
    assertThat(Exclusions.isExcluded(others.get(0))).isFalse();
    assertThat(isExcluded(0)).isTrue();
  }

  @Test
  void itSaysOfEachUnhealthyVolumeWhatItDoes() {
    allHealthy(health);
    for (int i = 0; i < 3; i++) {
      tell(i, VolumeCondition.HUNG);
    }
    nowMs += REPLACE_AFTER_MS;
    tell(0, VolumeCondition.HUNG);
    assertThat(health.unhealthy(nowMs))
        .containsOnlyKeys("DS-0", "DS-1", "DS-2")
        .hasEntrySatisfying(
            "DS-0",
            text ->
                assertThat(text).matches("HUNG DISK on 10\\.0\\.0\\.1:\\d+ for 600 s, replaced"))
        .hasEntrySatisfying("DS-2", text -> assertThat(text).endsWith("used"));
  }

  @Test
  void aDataNodeHearsHowManyOthersAnswer() {
    allHealthy(health);
    int others = volumes.storages.size() - 1;
    assertThat(health.peersOf(volumes.node(3), nowMs + 1_000).of(StorageType.DISK))
        .isEqualTo(new PeerCount(others, others));
    health.hear(volumes.node(3), volumes.told(3, VolumeCondition.SUSPECTED), nowMs);
    assertThat(health.peersOf(volumes.node(3), nowMs + 2_000).of(StorageType.DISK))
        .isEqualTo(new PeerCount(others, others));
    assertThat(health.peersOf(volumes.node(4), nowMs + 2_000).of(StorageType.DISK))
        .isEqualTo(new PeerCount(others, others - 1));
    volumes.node(3).setAlive(false);
    assertThat(health.peersOf(volumes.node(4), nowMs + 3_000).of(StorageType.DISK))
        .isEqualTo(new PeerCount(others - 1, others - 1));
    health.hear(volumes.node(5), volumes.told(5, VolumeCondition.IN_SERVICE, 0), nowMs);
    assertThat(health.peersOf(volumes.node(4), nowMs + 4_000).of(StorageType.DISK))
        .as("a full volume takes nobody's place")
        .isEqualTo(new PeerCount(others - 1, others - 2));
    health.hear(volumes.node(6), volumes.told(6, VolumeCondition.IN_SERVICE), nowMs + 2_000);
    assertThat(health.peersOf(volumes.node(4), nowMs + 6_500).of(StorageType.DISK))
        .as("one of which two heartbeats are missing may have been killed")
        .isEqualTo(new PeerCount(others - 1, 1));
  }
}
