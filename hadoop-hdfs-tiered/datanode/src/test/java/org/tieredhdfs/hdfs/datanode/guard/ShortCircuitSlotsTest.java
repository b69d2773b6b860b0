package org.tieredhdfs.hdfs.datanode.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.server.datanode.ShortCircuitRegistry;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.shortcircuit.ShortCircuitShm.Slot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/** Which slots are revoked; shared memory needs libhadoop, so the slots are stand-ins. */
class ShortCircuitSlotsTest {
  private static final int WAIT_MS = 60_000;

  private final VolumeRegistry volumes = new VolumeRegistry(1_000, 100, 30_000, 60);
  private final VolumeState stalled = volumes.state(MockVolumes.volume("stalled"));
  private final VolumeState other = volumes.state(MockVolumes.volume("other"));
  private final Map<ExtendedBlockId, FsVolumeSpi> places = new HashMap<>();
  private final ShortCircuitRegistry registry;
  private final ShortCircuitSlots slots = new ShortCircuitSlots();

  ShortCircuitSlotsTest() throws IOException {
    registry = new ShortCircuitRegistry(new Configuration(false));
  }

  @AfterEach
  void close() {
    slots.close();
    registry.shutdown();
  }

  private void serve() {
    slots.serve(() -> registry, places::get);
  }

  private Slot slot(long blockId, VolumeState volume, boolean isInMemory) {
    Slot slot = mock(Slot.class);
    when(slot.isValid()).thenReturn(true);
    when(slot.isAnchorable()).thenReturn(isInMemory);
    ExtendedBlockId block = new ExtendedBlockId(blockId, "BP-1");
    places.put(block, volume.volume());
    registry.visit((segments, byBlock) -> byBlock.put(block, slot));
    return slot;
  }

  @Test
  void thoseOfTheVolumeAreRevokedAndNoOthers() {
    serve();
    Slot first = slot(1, stalled, false);
    Slot second = slot(1, stalled, false);
    Slot elsewhere = slot(2, other, false);
    assertThat(slots.revoke(stalled)).isEqualTo(2);
    verify(first).makeInvalid();
    verify(second).makeInvalid();
    verify(elsewhere, never()).makeInvalid();
  }

  @Test
  void thoseOfReplicasThatAreLockedInMemoryStay() {
    serve();
    Slot inMemory = slot(1, stalled, true);
    assertThat(slots.revoke(stalled)).isZero();
    verify(inMemory, never()).makeInvalid();
  }

  @Test
  void nothingHappensBeforeTheDataNodeHasStarted() {
    Slot any = slot(1, stalled, false);
    assertThat(slots.revoke(stalled)).isZero();
    slots.serve(() -> null, places::get);
    assertThat(slots.revoke(stalled)).isZero();
    verify(any, never()).makeInvalid();
  }

  /** Hadoop holds this lock while it makes files of shared memory. */
  @Test
  void whoTellsOfAStallDoesNotWaitForTheRegistry() {
    serve();
    Slot any = slot(1, stalled, false);
    synchronized (registry) {
      slots.stalled(stalled);
      verify(any, never()).makeInvalid();
    }
    verify(any, timeout(WAIT_MS)).makeInvalid();
  }
}
