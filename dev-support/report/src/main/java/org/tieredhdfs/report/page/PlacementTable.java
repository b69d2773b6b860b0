package org.tieredhdfs.report.page;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.tieredhdfs.report.Placement;
import org.tieredhdfs.report.ReportedFileClass;

/** Bytes and blocks by class of files and storage type: a table, and bars that are stacked. */
record PlacementTable(List<Placement> placement) {

  /** Types that have a colour of their own in every report, by its number. */
  private static final Map<String, Integer> FAMILIAR =
      Map.of("RAMDISK", 3, "NVME", 5, "SSD", 0, "DISK", 1, "ARCHIVE", 7);

  private static final List<Integer> OTHERS = List.of(2, 4, 6);

  /** A class of files in the table. */
  record Row(String fileClass, List<Cell> cells) {}

  /** The share of a file class on a storage type. */
  record Cell(String bytes, String blocks, boolean empty) {}

  /** The classes that occur, in their natural order. */
  private List<ReportedFileClass> fileClasses() {
    return Arrays.stream(ReportedFileClass.values())
        .filter(fileClass -> placement.stream().anyMatch(one -> one.fileClass() == fileClass))
        .toList();
  }

  /** The storage types that occur, in the order in which they do: the columns. */
  List<String> storageTypes() {
    return placement.stream().map(Placement::storageType).distinct().toList();
  }

  List<Row> rows() {
    return fileClasses().stream()
        .map(
            fileClass ->
                new Row(
                    fileClass.label(),
                    storageTypes().stream().map(type -> cell(fileClass, type)).toList()))
        .toList();
  }

  private Cell cell(ReportedFileClass fileClass, String type) {
    long bytes = sum(fileClass, type, Placement::bytes);
    long blocks = sum(fileClass, type, Placement::blocks);
    return new Cell(
        MetricUnit.bytes((double) bytes),
        String.format(Locale.ROOT, "%,d %s", blocks, blocks == 1 ? "block" : "blocks"),
        bytes == 0 && blocks == 0);
  }

  private long sum(ReportedFileClass fileClass, String type, ToLongFunction<Placement> what) {
    return placement.stream()
        .filter(one -> one.fileClass() == fileClass && one.storageType().equals(type))
        .mapToLong(what)
        .sum();
  }

  private double bytes(ReportedFileClass fileClass) {
    return placement.stream()
        .filter(one -> one.fileClass() == fileClass)
        .mapToDouble(Placement::bytes)
        .sum();
  }

  /** The bars. */
  BarChart chart() {
    double most = fileClasses().stream().mapToDouble(this::bytes).max().orElse(0);
    return new BarChart(
        "Bytes by file class and storage type",
        "All replicas, at the end of the run.",
        fileClasses().stream()
            .map(
                fileClass ->
                    new BarChart.Row(
                        fileClass.label(),
                        storageTypes().stream()
                            .map(
                                type ->
                                    new BarChart.Part(
                                        color(type),
                                        BarChart.percent(
                                            (double) sum(fileClass, type, Placement::bytes), most)))
                            .toList(),
                        Optional.empty(),
                        MetricUnit.bytes(bytes(fileClass))))
            .toList(),
        storageTypes().stream()
            .map(type -> new BarChart.LegendItem(type, color(type), false))
            .toList());
  }

  private String color(String type) {
    List<String> others =
        storageTypes().stream().filter(other -> !FAMILIAR.containsKey(other)).toList();
    return BarChart.color(
        others.contains(type)
            ? OTHERS.get(others.indexOf(type) % OTHERS.size())
            : FAMILIAR.getOrDefault(type, 0));
  }
}
