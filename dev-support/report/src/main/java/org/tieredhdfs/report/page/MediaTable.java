package org.tieredhdfs.report.page;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tieredhdfs.report.ReportedMedium;

/**
 * The table of the media that volumes were made of.
 *
 * @param rows a storage type each
 */
record MediaTable(List<Row> rows) {

  /** The medium of each storage type, and how closely its device followed the model. */
  record Row(String storageType, String medium, String factor, String calibration) {}

  static Optional<MediaTable> of(List<ReportedMedium> media) {
    return media.isEmpty()
        ? Optional.empty()
        : Optional.of(new MediaTable(media.stream().map(MediaTable::row).toList()));
  }

  private static Row row(ReportedMedium medium) {
    boolean isMemory = medium.medium().equals("tmpfs");
    return new Row(
        medium.storageType(),
        medium.medium(),
        isMemory ? "not scaled" : String.format(Locale.ROOT, "1/%.3g", medium.factor()),
        medium.calibration().isEmpty() ? "–" : calibration(medium.calibration()));
  }

  private static String calibration(List<ReportedMedium.MediumFigure> figures) {
    StringBuilder text = new StringBuilder();
    for (ReportedMedium.MediumFigure figure : figures) {
      text.append(text.isEmpty() ? "" : ", ")
          .append(
              String.format(
                  Locale.ROOT,
                  "%s at %d: %+.1f %%",
                  figure.load(),
                  figure.depth(),
                  100 * figure.deviation()));
    }
    return text.toString();
  }
}
