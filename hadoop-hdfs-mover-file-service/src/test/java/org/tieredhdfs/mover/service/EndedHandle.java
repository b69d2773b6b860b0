package org.tieredhdfs.mover.service;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveProgress;

/** The work on one file that has come to its end, for tests of what keeps count of such work. */
public final class EndedHandle implements MoveHandle {
  private final AtomicBoolean isCancelled = new AtomicBoolean();

  @Override
  public long id() {
    return 0;
  }

  @Override
  public MoveProgress progress() {
    FileOutcome outcome = isCancelled.get() ? FileOutcome.CANCELLED : FileOutcome.MOVED;
    return new MoveProgress(1, true, Map.of(outcome, 1L), 1, 10, Map.of(), 1, true, 0, 0);
  }

  @Override
  public List<FileResult> unsatisfied() {
    return List.of();
  }

  @Override
  public List<String> errors() {
    return List.of();
  }

  @Override
  public boolean isCutShort() {
    return isCancelled.get();
  }

  @Override
  public void cancel() {
    isCancelled.set(true);
  }

  @Override
  public void whenEnded(Runnable action) {
    action.run();
  }

  @Override
  public boolean await(Duration timeout) {
    return true;
  }
}
