package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.service.FairQueue.Lane;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.WaitingFile;
import org.tieredhdfs.mover.service.request.WaitingFile.Why;

class FairQueueTest {

  private static RequestLife request(long id, String user, boolean isDirectory) {
    return new RequestLife(
        QueuedRequest.ofUser(id, "/" + id, user, true, isDirectory).numbered(id, id, 1));
  }

  private static List<Long> taken(FairQueue queue, Lane lane, int most) {
    List<Long> ids = new ArrayList<>();
    RequestLife next = queue.take(lane);
    while (next != null && ids.size() < most) {
      ids.add(next.id());
      next = ids.size() < most ? queue.take(lane) : null;
    }
    return ids;
  }

  @Test
  void usersTakeTurnsHoweverManyRequestsOneHas() {
    FairQueue queue = new FairQueue(Map.of(Lane.FILES, 100, Lane.WALKS, 100));
    for (long id = 0; id < 50; id++) {
      queue.add(request(id, "ann", false));
    }
    queue.add(request(100, "bob", false));
    queue.add(request(101, "", false));
    assertThat(taken(queue, Lane.FILES, 4)).containsExactly(0L, 100L, 101L, 1L);
  }

  @Test
  void aSingleFileDoesNotWaitForDirectoriesNorAUserForTheShareOfAnother() {
    FairQueue queue = new FairQueue(Map.of(Lane.FILES, 2, Lane.WALKS, 2));
    for (long id = 0; id < 5; id++) {
      queue.add(request(id, "ann", true));
    }
    queue.add(request(10, "ann", false));
    queue.add(request(11, "bob", true));
    assertThat(taken(queue, Lane.FILES, 9)).containsExactly(10L);
    assertThat(taken(queue, Lane.WALKS, 9)).containsExactly(0L, 11L, 1L);
    queue.gaveBack(Lane.WALKS, "ann");
    assertThat(taken(queue, Lane.WALKS, 9)).containsExactly(2L);
  }

  @Test
  void newFilesDoNotWaitForAllThatARuleHasHeldBack() {
    FairQueue queue = new FairQueue(Map.of(Lane.FILES, 100, Lane.WALKS, 100));
    for (long id = 0; id < 50; id++) {
      RequestLife heldBack = request(id, "", false);
      heldBack.restored(
          heldBack.request(),
          new WaitingFile(new FileRef(id, "/" + id), Why.RULE, "", 0, 0, 1, System.nanoTime()));
      heldBack.due();
      queue.add(heldBack);
    }
    queue.add(request(100, "", false));
    assertThat(taken(queue, Lane.FILES, 3)).containsExactly(0L, 100L, 1L);
  }

  @Test
  void whatWasCancelledIsNotGivenOut() {
    FairQueue queue = new FairQueue(Map.of(Lane.FILES, 9, Lane.WALKS, 9));
    RequestLife cancelled = request(1, "ann", false);
    queue.add(cancelled);
    queue.add(request(2, "ann", false));
    queue.remove(cancelled);
    queue.remove(cancelled);
    assertThat(taken(queue, Lane.FILES, 9)).containsExactly(2L);
  }
}
