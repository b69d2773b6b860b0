package org.tieredhdfs.mover.service.request;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;
import org.tieredhdfs.mover.service.request.RequestLife.Stage;
import org.tieredhdfs.mover.service.request.WaitingFile.Why;

class RequestLifeTest {
  private static final FileRef FILE = new FileRef(1, "/d/file");

  private static QueuedRequest request(String path, Origin origin) {
    return QueuedRequest.ofEvent(1, path, origin, true).numbered(5, 5, 1);
  }

  private static WaitingFile waiting(Why why, long sinceMs, long dueNs) {
    return new WaitingFile(FILE, why, "", sinceMs, 0, 1, dueNs);
  }

  @Test
  void oneThatWaitsIsWorkedOnAgainWithWhatIsKnownOfItsWait() {
    RequestLife life = new RequestLife(request("/d/file", Origin.POLICY_CHANGE));
    assertThat(life.begin()).as("new").isNull();
    WaitingFile full = waiting(Why.RETRY, 100, 300);
    life.worked(full, false);
    assertThat(life.stage()).isEqualTo(Stage.WAITING);
    assertThat(life.dueNs()).isEqualTo(300);
    life.due();
    assertThat(life.begin()).isEqualTo(full);
    life.worked(null, true);
    assertThat(life.stage()).isEqualTo(Stage.GIVEN_UP);
    assertThatThrownBy(life::begin).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aFileThatWalksFindAgainWaitsForAsLongAsItDid() {
    RequestLife life = new RequestLife(request("/d/file", Origin.POLICY_CHANGE));
    WaitingFile unused = life.begin();
    life.worked(waiting(Why.RETRY, 100, 300), false);
    WaitingFile again =
        life.foundAgain(request("/e/file", Origin.RENAME), waiting(Why.RETRY, 50, 200));
    assertThat(again).isEqualTo(life.waiting());
    assertThat(requireNonNull(life.waiting()).sinceMs()).isEqualTo(100);
    assertThat(requireNonNull(life.waiting()).tries()).isEqualTo(2);
    assertThat(life.dueNs()).as("it is due earlier").isEqualTo(200);
    assertThat(life.request().path()).as("where it was listed").isEqualTo("/d/file");
    assertThat(life.request().origin()).isEqualTo(Origin.RENAME);
    again = life.foundAgain(request("/e/file", Origin.RENAME), waiting(Why.RULE, 500, 600));
    assertThat(life.request().path()).as("where a rule has just seen it").isEqualTo("/e/file");
    assertThat(requireNonNull(again).sinceMs()).as("another reason").isEqualTo(500);
    again = life.foundAgain(request("/e/file", Origin.RENAME), waiting(Why.RULE, 700, 800));
    assertThat(requireNonNull(again).dueNs()).as("it has not moved").isEqualTo(600);
    life.due();
    assertThat(life.foundAgain(request("/e/file", Origin.RENAME), waiting(Why.RULE, 1, 1)))
        .isNull();
  }

  @Test
  void aDirectoryOfWhichOnlyFilesWaitEndsWithThem() {
    RequestLife life = new RequestLife(request("/d", Origin.USER));
    WaitingFile unused = life.begin();
    life.filesEnded();
    assertThat(life.stage()).as("it is worked on").isEqualTo(Stage.WALKING);
    life.worked(WaitingFile.forItsFiles(FILE), false);
    assertThat(life.waitsForItsFiles()).isTrue();
    life.filesEnded();
    assertThat(life.stage()).isEqualTo(Stage.DONE);
  }

  @Test
  void whatIsAskedForManyTimesWhileItIsWorkedOnIsLookedAtOnceMore() {
    RequestLife life = new RequestLife(request("/d", Origin.RENAME));
    WaitingFile unused = life.begin();
    for (int i = 0; i < 3; i++) {
      QueuedRequest joined = life.join(request("/e", Origin.POLICY_CHANGE));
      assertThat(joined.origin()).as("for a crash: both").isEqualTo(Origin.RENAME);
    }
    life.worked(null, false);
    assertThat(life.stage()).isEqualTo(Stage.ACCEPTED);
    assertThat(life.request().path()).isEqualTo("/e");
    assertThat(life.request().id()).isEqualTo(5);
    assertThat(life.request().origin()).isEqualTo(Origin.POLICY_CHANGE);
    assertThat(life.begin()).isNull();
    life.worked(null, false);
    assertThat(life.stage()).isEqualTo(Stage.DONE);
  }

  @Test
  void whatARenameHadLeftUndoneIsDoneWithWhatIsAskedForNext() {
    RequestLife life = new RequestLife(request("/d", Origin.RENAME));
    WaitingFile unused = life.begin();
    QueuedRequest joined = life.join(request("/d", Origin.POLICY_CHANGE));
    life.worked(waiting(Why.RULE, 1, 50), false);
    assertThat(life.request().origin()).isEqualTo(Origin.RENAME).isEqualTo(joined.origin());
    assertThat(life.waiting()).isNull();
  }

  @Test
  void oneThatWaitsIsLookedAtAsAWholeWhenItIsAskedForAgain() {
    RequestLife life = new RequestLife(request("/d", Origin.POLICY_CHANGE));
    WaitingFile unused = life.begin();
    life.worked(waiting(Why.OPEN, 1, 900), false);
    QueuedRequest joined = life.join(request("/d", Origin.POLICY_CHANGE));
    assertThat(joined.id()).isEqualTo(5);
    life.due();
    assertThat(life.begin()).isNull();
  }
}
