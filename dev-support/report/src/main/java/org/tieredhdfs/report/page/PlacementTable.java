package org.tieredhdfs.report.page;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tieredhdfs.report.Placement;
import org.tieredhdfs.report.ReportedFileClass;

/**
 * The table of bytes and blocks by class of files and storage type.
 *
 * @param storageTypes the columns
 * @param rows the classes
 */
record PlacementTable(List<String> storageTypes, List<Row> rows) {

  /** A class of files. */
  record Row(String fileClass, List<Cell> cells) {}

  /** The share of a file class on a storage type. */
  record Cell(String bytes, String blocks, boolean empty) {}

  static Optional<PlacementTable> of(List<Placement> placement) {
    if (placement.isEmpty()) {
      return Optional.empty();
    }
    PlacementChart sums = new PlacementChart(placement);
    List<Row> rows =
        sums.fileClasses().stream()
            .map(
                fileClass ->
                    new Row(
                        fileClass.label(),
                        sums.storageTypes().stream()
                            .map(type -> cell(sums, fileClass, type))
                            .toList()))
            .toList();
    return Optional.of(new PlacementTable(sums.storageTypes(), rows));
  }

  private static Cell cell(PlacementChart sums, ReportedFileClass fileClass, String type) {
    long bytes = sums.sum(fileClass, type, Placement::bytes);
    long blocks = sums.sum(fileClass, type, Placement::blocks);
    return new Cell(
        MetricUnit.bytes((double) bytes),
        String.format(Locale.ROOT, "%,d %s", blocks, blocks == 1 ? "block" : "blocks"),
        bytes == 0 && blocks == 0);
  }
}
