package org.tieredhdfs.mover.service.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;
import org.tieredhdfs.mover.service.request.RequestLife.Stage;
import org.tieredhdfs.mover.service.request.WaitingFile.Why;

class RequestLifeTest {
  private static final FileRef OPEN = new FileRef(7, "/d/open");
  private static final FileRef FULL = new FileRef(8, "/d/full");

  private static QueuedRequest request(String path, Origin origin) {
    return QueuedRequest.ofEvent(1, path, origin, true).numbered(5, 5, 1);
  }

  private static WaitingFile waiting(FileRef file, Why why, long dueNs) {
    return new WaitingFile(file, why, "", 0, 0, 1, dueNs);
  }

  @Test
  void onlyTheFilesThatWaitedAreLookedAtWhenTheirTimeHasCome() {
    RequestLife life = new RequestLife(request("/d", Origin.POLICY_CHANGE));
    assertThat(life.begin(100)).as("all of it").isEmpty();
    life.worked(List.of(waiting(OPEN, Why.OPEN, 900), waiting(FULL, Why.RETRY, 300)), false);
    assertThat(life.stage()).isEqualTo(Stage.WAITING);
    assertThat(life.dueNs()).isEqualTo(300);
    life.due();
    assertThat(life.begin(300)).containsExactly(FULL);
    life.worked(List.of(), true);
    assertThat(life.stage()).as("the open one waits still").isEqualTo(Stage.WAITING);
    life.due();
    assertThat(life.begin(900)).containsExactly(OPEN);
    life.worked(List.of(), false);
    assertThat(life.stage()).isEqualTo(Stage.GIVEN_UP);
    assertThatThrownBy(() -> life.begin(1000)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatIsAskedForManyTimesWhileItIsWorkedOnIsLookedAtOnceMore() {
    RequestLife life = new RequestLife(request("/d", Origin.RENAME));
    List<FileRef> unused = life.begin(0);
    for (int i = 0; i < 3; i++) {
      QueuedRequest joined = life.join(request("/e", Origin.POLICY_CHANGE));
      assertThat(joined.origin()).as("for a crash: both").isEqualTo(Origin.RENAME);
    }
    life.worked(List.of(), false);
    assertThat(life.stage()).isEqualTo(Stage.ACCEPTED);
    assertThat(life.request().path()).isEqualTo("/e");
    assertThat(life.request().id()).isEqualTo(5);
    assertThat(life.request().origin()).isEqualTo(Origin.POLICY_CHANGE);
    assertThat(life.begin(0)).isEmpty();
    life.worked(List.of(), false);
    assertThat(life.stage()).isEqualTo(Stage.DONE);
  }

  @Test
  void whatARenameHadLeftUndoneIsDoneWithWhatIsAskedForNext() {
    RequestLife life = new RequestLife(request("/d", Origin.RENAME));
    List<FileRef> unused = life.begin(0);
    QueuedRequest joined = life.join(request("/d", Origin.POLICY_CHANGE));
    life.worked(List.of(waiting(FULL, Why.RULE, 50)), false);
    assertThat(life.request().origin()).isEqualTo(Origin.RENAME).isEqualTo(joined.origin());
    assertThat(life.isInPart()).isFalse();
  }

  @Test
  void oneThatWaitsIsLookedAtAsAWholeWhenItIsAskedForAgain() {
    RequestLife life = new RequestLife(request("/d", Origin.POLICY_CHANGE));
    List<FileRef> unused = life.begin(0);
    life.worked(List.of(waiting(OPEN, Why.OPEN, 900)), false);
    QueuedRequest joined = life.join(request("/d", Origin.POLICY_CHANGE));
    assertThat(joined.id()).isEqualTo(5);
    life.due();
    assertThat(life.begin(1)).isEmpty();
  }
}
