package org.tieredhdfs.bench.predict;

import java.util.Map;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyMedium;

/**
 * The media of a DataNode, and the files on each.
 *
 * @param volumes of each medium
 * @param wal where logs go
 * @param flushed where flushed files go
 * @param compactedSmall where small compacted files go
 * @param compacted where larger ones go
 */
public record Mix(
    Map<StudyMedium, Integer> volumes,
    StudyMedium wal,
    StudyMedium flushed,
    StudyMedium compactedSmall,
    StudyMedium compacted) {

  public Mix {
    volumes = Map.copyOf(volumes);
  }

  public static Mix of(StudyCase study) {
    return new Mix(
        study.volumes(), study.wal(), study.flushed(), study.compactedSmall(), study.compacted());
  }

  /** Whether all files are on one medium, so that there is nothing to predict. */
  public boolean isAlone() {
    return wal == flushed && flushed == compactedSmall && flushed == compacted;
  }
}
