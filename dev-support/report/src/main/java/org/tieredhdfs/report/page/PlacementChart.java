package org.tieredhdfs.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.knowm.xchart.CategoryChart;
import org.tieredhdfs.report.Placement;
import org.tieredhdfs.report.ReportedFileClass;

/** Bars of the bytes of each class of files, stacked by storage type. */
final class PlacementChart {

  /** Types that have a colour of their own in every report. */
  private static final Map<String, ThemeColor> FAMILIAR =
      Map.of(
          "RAMDISK", ThemeColor.C4,
          "NVME", ThemeColor.C6,
          "SSD", ThemeColor.C1,
          "DISK", ThemeColor.C2,
          "ARCHIVE", ThemeColor.C8);

  private static final List<ThemeColor> OTHERS =
      List.of(ThemeColor.C3, ThemeColor.C5, ThemeColor.C7);

  private final List<Placement> placement;

  PlacementChart(List<Placement> placement) {
    this.placement = placement;
  }

  /** The classes that occur, in their natural order. */
  List<ReportedFileClass> fileClasses() {
    return Arrays.stream(ReportedFileClass.values())
        .filter(c -> placement.stream().anyMatch(p -> p.fileClass() == c))
        .toList();
  }

  /** The storage types that occur, in the order in which they do. */
  List<String> storageTypes() {
    return placement.stream().map(Placement::storageType).distinct().toList();
  }

  long sum(ReportedFileClass fileClass, String storageType, ToLongFunction<Placement> what) {
    return placement.stream()
        .filter(p -> p.fileClass() == fileClass && p.storageType().equals(storageType))
        .mapToLong(what)
        .sum();
  }

  CategoryChart draw() {
    List<ReportedFileClass> classes = fileClasses();
    double highest =
        classes.stream()
            .mapToDouble(
                c ->
                    placement.stream()
                        .filter(p -> p.fileClass() == c)
                        .mapToDouble(Placement::bytes)
                        .sum())
            .max()
            .orElse(0);
    MetricUnit.BinaryUnit unit = MetricUnit.binaryFor(highest);
    CategoryChart chart = ChartStyle.bars(ChartStyle.WIDE, unit.name());
    chart.getStyler().setStacked(true);
    chart.getStyler().setAvailableSpaceFill(0.4);
    ChartStyle.endAbove(chart, highest / unit.bytes());
    List<String> labels = classes.stream().map(ReportedFileClass::label).toList();
    List<String> types = storageTypes();
    for (int i = 0; i < types.size(); i++) {
      String type = types.get(i);
      List<Double> heights = new ArrayList<>();
      for (ReportedFileClass fileClass : classes) {
        heights.add(sum(fileClass, type, Placement::bytes) / unit.bytes());
      }
      chart.addSeries(type, labels, heights).setFillColor(color(type, types).drawn());
    }
    return chart;
  }

  List<Picture.LegendItem> legend() {
    List<String> types = storageTypes();
    return types.stream()
        .map(type -> new Picture.LegendItem(type, color(type, types), false))
        .toList();
  }

  private static ThemeColor color(String type, List<String> types) {
    ThemeColor familiar = FAMILIAR.get(type);
    if (familiar != null) {
      return familiar;
    }
    List<String> others = types.stream().filter(t -> !FAMILIAR.containsKey(t)).toList();
    return OTHERS.get(others.indexOf(type) % OTHERS.size());
  }
}
