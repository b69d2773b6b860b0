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
    assertThat(walks.anySince(0)).isFalse();
  }

  @Test
  void aDirectoryThatIsStillToBeWalkedCounts() {
    walks.add(life(true));

    assertThat(walks.anySince(Long.MAX_VALUE)).isTrue();
  }

  @Test
  void aFileDoesNotCount() {
    RequestLife file = life(false);
    walks.add(file);
    walks.remove(file, 100);

    assertThat(walks.anySince(0)).isFalse();
  }

  @Test
  void aWalkThatHasEndedCountsForWhatHappenedBeforeItsEnd() {
    RequestLife directory = life(true);
    walks.add(directory);
    walks.remove(directory, 100);

    assertThat(walks.anySince(99)).isTrue();
    assertThat(walks.anySince(101)).isFalse();
  }

  @Test
  void filesThatWaitAreKnownAndAreNotWalkedAgain() {
    RequestLife directory = life(true);
    walks.add(directory);
    assertThat(directory.begin()).isNull();
    walks.worked(directory, 100);
    directory.worked(WaitingFile.forItsFiles(new FileRef(7, "/d")), false);

    assertThat(walks.anySince(101)).isFalse();
    directory.join(directory.request());
    directory.due();
    assertThat(walks.anySince(101)).isTrue();
  }
}
