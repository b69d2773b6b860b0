package org.tieredhdfs.mover.survey;

import org.apache.hadoop.fs.StorageType;

/**
 * A move that would be made.
 *
 * @param block the block's name
 * @param source address of the DataNode with the replica
 * @param target address of the DataNode that gets it; the same for a move within it
 */
public record SurveyedMove(
    String block,
    String source,
    StorageType sourceType,
    String target,
    StorageType targetType,
    long bytes) {

  public String describe() {
    String from = source + ' ' + sourceType;
    String to = source.equals(target) ? targetType.toString() : target + ' ' + targetType;
    return block + ": " + from + " -> " + to + ", " + bytes + " bytes";
  }
}
