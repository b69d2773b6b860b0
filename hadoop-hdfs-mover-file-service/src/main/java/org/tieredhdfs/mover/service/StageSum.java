package org.tieredhdfs.mover.service;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto.State;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.RequestLife.Stage;
import org.tieredhdfs.mover.service.request.WaitingFile;
import org.tieredhdfs.mover.service.request.WaitingFile.Why;

/** The combined progress of the parts of one request. Used by one thread. */
final class StageSum {
  private static final int MAX_SENTENCES = 20;

  private final Set<Stage> stages = EnumSet.noneOf(Stage.class);
  private final RequestStatusProto.Builder collected = RequestStatusProto.newBuilder();
  private int files;
  private int timed;
  private long nextMs = Long.MAX_VALUE;

  void add(RequestLife part) {
    stages.add(part.stage());
    WaitingFile file = part.waiting();
    if (file != null && file.why() != Why.FILES) {
      files++;
      timed += file.why() == Why.OPEN ? 0 : 1;
      nextMs = Math.min(nextMs, file.nextMs());
      if (collected.getWaitingForCount() < MAX_SENTENCES) {
        collected.addWaitingFor(file.sentence());
      }
    }
  }

  /** The stage of the part that is nearest to being worked on. */
  private Stage stage() {
    return Stream.of(Stage.WALKING, Stage.MOVING, Stage.ACCEPTED, Stage.WAITING)
        .filter(stages::contains)
        .findFirst()
        .orElseGet(() -> stages.isEmpty() ? Stage.DONE : stages.iterator().next());
  }

  /**
   * @param hasBegun whether something was done for it before
   */
  void writeTo(RequestStatusProto.Builder status, boolean hasBegun) {
    Stage stage = stage();
    boolean isWorkedOn = stage == Stage.WALKING || stage == Stage.MOVING;
    status
        .setState(
            isWorkedOn || (hasBegun && stage != Stage.WAITING) ? State.RUNNING : State.WAITING)
        .setStage(stage.name());
    if (files > 0) {
      status
          .setFilesFound(status.getFilesFound() + files)
          .setFilesWaiting(files)
          .setNextMs(nextMs)
          .addAllWaitingFor(collected.getWaitingForList());
      if (stage == Stage.WAITING && timed == files) {
        status.setWaitsForRetry(true);
      }
    }
  }
}
