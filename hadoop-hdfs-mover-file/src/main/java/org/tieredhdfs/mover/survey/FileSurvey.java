package org.tieredhdfs.mover.survey;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.mover.api.BlockFailure;

/**
 * The location of a file's blocks and the moves that would be made.
 *
 * @param policy the name of the policy that it was measured by
 * @param bytesByType bytes of replicas on each storage type
 * @param outOfPlaceBytes bytes of replicas that are not where the policy says
 * @param moves what would be moved
 * @param failures what could not be brought to its place, and why
 */
public record FileSurvey(
    String path,
    String policy,
    Map<StorageType, Long> bytesByType,
    long outOfPlaceBytes,
    List<SurveyedMove> moves,
    List<BlockFailure> failures) {

  public FileSurvey {
    bytesByType = Map.copyOf(bytesByType);
    moves = List.copyOf(moves);
    failures = List.copyOf(failures);
  }

  public boolean isSatisfied() {
    return moves.isEmpty() && failures.isEmpty();
  }
}
