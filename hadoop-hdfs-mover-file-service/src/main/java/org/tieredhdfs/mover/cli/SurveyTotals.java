package org.tieredhdfs.mover.cli;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.survey.FileSurvey;
import org.tieredhdfs.mover.survey.SurveyedMove;

/** The sums over many files' surveys. Used by one thread. */
final class SurveyTotals {
  final Map<StorageType, Long> bytesByType = new EnumMap<>(StorageType.class);
  final Map<Reason, Long> blocksByReason = new EnumMap<>(Reason.class);
  private final Map<String, Long> bytesByNode = new HashMap<>();
  long files;
  long satisfiedFiles;
  long outOfPlaceBytes;
  long moves;
  long moveBytes;

  void add(FileSurvey survey) {
    files++;
    satisfiedFiles += survey.isSatisfied() ? 1 : 0;
    outOfPlaceBytes += survey.outOfPlaceBytes();
    survey.bytesByType().forEach((type, bytes) -> bytesByType.merge(type, bytes, Long::sum));
    survey.failures().forEach(failure -> blocksByReason.merge(failure.reason(), 1L, Long::sum));
    for (SurveyedMove move : survey.moves()) {
      moves++;
      moveBytes += move.bytes();
      bytesByNode.merge(move.source(), move.bytes(), Long::sum);
      if (!move.source().equals(move.target())) {
        bytesByNode.merge(move.target(), move.bytes(), Long::sum);
      }
    }
  }

  /**
   * How long the moves would take at given rates: the time of the busiest DataNode, or that of the
   * total rate if longer.
   *
   * @param bytesPerSecondPerNode what a DataNode sends and receives, more than 0
   * @param bytesPerSecond what is moved in all; 0 for no limit
   */
  long estimatedMs(long bytesPerSecondPerNode, long bytesPerSecond) {
    long busiest = bytesByNode.values().stream().mapToLong(Long::longValue).max().orElse(0);
    double perNodeMs = busiest * 1000.0 / bytesPerSecondPerNode;
    double togetherMs = bytesPerSecond == 0 ? 0 : moveBytes * 1000.0 / bytesPerSecond;
    return (long) Math.max(perNodeMs, togetherMs);
  }
}
