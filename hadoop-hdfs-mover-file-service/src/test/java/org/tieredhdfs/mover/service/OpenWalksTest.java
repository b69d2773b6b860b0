package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.WaitingFile;

/** Which requests may have passed a renamed file by. */
class OpenWalksTest {
  private final OpenWalks walks = new OpenWalks();

  private static RequestLife life(boolean isDirectory) {
    return new RequestLife(QueuedRequest.ofEvent(7, "/d", Origin.POLICY_CHANGE, isDirectory));
  }

  @Test
  void noRequestHasWalkedAnything() {
    assertThat(walks.since(0)).isEmpty();
  }

  @Test
  void aDirectoryThatIsStillToBeWalkedCounts() {
    walks.add(life(true));

    assertThat(walks.since(Long.MAX_VALUE)).containsExactly("/");
  }

  @Test
  void aFileDoesNotCount() {
    RequestLife file = life(false);
    walks.add(file);
    walks.remove(file, 100);

    assertThat(walks.since(0)).isEmpty();
  }

  @Test
  void aWalkThatHasEndedCountsForWhatHappenedBeforeItsEnd() {
    RequestLife directory = life(true);
    walks.add(directory);
    walks.remove(directory, 100);

    assertThat(walks.since(99)).containsExactly("/");
    assertThat(walks.since(101)).isEmpty();
  }

  @Test
  void filesThatWaitAreKnownAndAreNotWalkedAgain() {
    RequestLife directory = life(true);
    walks.add(directory);
    assertThat(directory.begin()).isNull();
    walks.worked(directory, 100);
    directory.worked(WaitingFile.forItsFiles(new FileRef(7, "/d")), false);

    assertThat(walks.since(101)).isEmpty();
    directory.join(directory.request());
    directory.due();
    assertThat(walks.since(101)).containsExactly("/");
  }

  @Test
  void aDirectoryThatRestsCountsForWhatIsInIt() {
    RequestLife directory = life(true);
    walks.add(directory);
    assertThat(directory.begin()).isNull();
    directory.rest(1_000);

    assertThat(walks.since(101)).containsExactly("/d");
    RequestLife asTyped = new RequestLife(QueuedRequest.ofEvent(8, "//e/", Origin.RENAME, true));
    walks.add(asTyped);
    assertThat(asTyped.begin()).isNull();
    asTyped.rest(1_000);
    assertThat(walks.since(101)).containsExactly("/");
    walks.remove(asTyped, 90);
    assertThat(walks.since(101)).containsExactly("/d");
    directory.due();
    assertThat(walks.since(101)).containsExactly("/");
  }
}
