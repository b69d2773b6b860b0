package org.tieredhdfs.report.page;

import com.github.mustachejava.DefaultMustacheFactory;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.tieredhdfs.report.MachineInfo;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportedMedium;

/**
 * The page of a report: one file that needs nothing else, in light and dark.
 *
 * <p>Names that a report holds are escaped by the template.
 */
public final class HtmlReport {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm:ss 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  /** What is beyond is in the table only. */
  private static final int MAX_METRIC_CHARTS = 24;

  private final Report report;

  public HtmlReport(Report report) {
    this.report = report;
  }

  public String html() {
    StringWriter page = new StringWriter();
    new DefaultMustacheFactory("org/tieredhdfs/report/page")
        .compile("report.mustache.html")
        .execute(page, values());
    return page.toString();
  }

  /** The template's values, as ready text. */
  private Map<String, Object> values() {
    CaseMetrics figures = new CaseMetrics(report.cases());
    Map<String, Object> values = new HashMap<>();
    values.put("name", report.name());
    values.put("ok", report.ok());
    values.put("started", TIME.format(report.startedAt()));
    values.put("hasFailures", !report.failures().isEmpty());
    values.put("failures", report.failures());
    values.put("facts", facts());
    values.put("hasMedia", !report.media().isEmpty());
    values.put("media", report.media().stream().map(HtmlReport::medium).toList());
    List<Tile> tiles = Tile.of(figures);
    values.put("hasTiles", !tiles.isEmpty());
    values.put("tiles", tiles);
    values.put("hasPlacement", !report.placement().isEmpty());
    values.put("placement", new PlacementTable(report.placement()));
    values.put("cases", CaseTable.of(figures));
    values.put(
        "lineCharts",
        SeriesChart.metrics(report.cases()).stream()
            .map(metric -> SeriesChart.of(metric, report.cases()))
            .toList());
    values.put("barCharts", barCharts(figures));
    return values;
  }

  /** Of percentiles, those of one side are beside each other, and those of two each alone. */
  private static List<BarChart> barCharts(CaseMetrics figures) {
    List<BarChart> charts = new ArrayList<>();
    boolean isOneSided = figures.sides().size() == 1;
    if (isOneSided) {
      LatencyBars.of(figures, figures.sides().iterator().next()).ifPresent(charts::add);
    }
    figures.metrics().stream()
        .filter(metric -> !isOneSided || !LatencyBars.isPercentile(metric))
        .flatMap(metric -> MetricBars.of(metric, figures).stream())
        .limit(MAX_METRIC_CHARTS)
        .forEach(charts::add);
    return charts;
  }

  /** Of machine and software. */
  private List<Map<String, String>> facts() {
    MachineInfo machine = report.machine();
    List<Map<String, String>> facts = new ArrayList<>();
    facts.add(fact("cores", Integer.toString(machine.cores())));
    facts.add(fact("memory", MetricUnit.bytes((double) machine.memory())));
    facts.add(fact("kernel", machine.kernel()));
    report.versions().forEach((software, version) -> facts.add(fact(software, version)));
    return facts;
  }

  private static Map<String, String> fact(String name, String value) {
    return Map.of("name", name, "value", value);
  }

  /** What volumes were made of, and how closely such a device followed its model. */
  private static Map<String, String> medium(ReportedMedium medium) {
    boolean isMemory = medium.medium().equals("tmpfs");
    String calibration =
        medium.calibration().stream()
            .map(
                figure ->
                    String.format(
                        Locale.ROOT,
                        "%s at %d: %+.1f %%",
                        figure.load(),
                        figure.depth(),
                        100 * figure.deviation()))
            .collect(Collectors.joining(", "));
    return Map.of(
        "storageType",
        medium.storageType(),
        "medium",
        medium.medium(),
        "factor",
        isMemory ? "not scaled" : String.format(Locale.ROOT, "1/%.3g", medium.factor()),
        "calibration",
        calibration.isEmpty() ? "–" : calibration);
  }
}
