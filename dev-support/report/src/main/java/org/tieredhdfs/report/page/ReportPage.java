package org.tieredhdfs.report.page;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tieredhdfs.report.MachineInfo;
import org.tieredhdfs.report.Report;

/**
 * The template's values, as ready text.
 *
 * @param name the report's
 * @param ok whether all went well
 * @param started when it began
 * @param failures what did not go well
 * @param facts machine and versions
 * @param tiles the most telling figures
 * @param placement the table of placement; absent if there is none
 * @param media the table of media; absent if there were no emulated ones
 * @param pictures the charts
 * @param noPictures why there are no charts; empty if there are
 * @param cases the table of cases
 */
record ReportPage(
    String name,
    boolean ok,
    String started,
    List<String> failures,
    List<Fact> facts,
    List<Tile> tiles,
    Optional<PlacementTable> placement,
    Optional<MediaTable> media,
    Pictures pictures,
    String noPictures,
    CaseTable cases) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm:ss 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  /** A piece of knowledge about machine or software. */
  record Fact(String name, String value) {}

  boolean hasFailures() {
    return !failures.isEmpty();
  }

  boolean hasTiles() {
    return !tiles.isEmpty();
  }

  /** Draws the charts of a report. */
  @FunctionalInterface
  interface Drawing {
    Pictures draw(Report report, CaseMetrics figures);
  }

  static ReportPage of(Report report, Drawing drawing) {
    CaseMetrics figures = new CaseMetrics(report.cases());
    Pictures pictures = Pictures.NONE;
    String noPictures = "";
    try {
      pictures = drawing.draw(report, figures);
    } catch (RuntimeException | LinkageError | InternalError e) {
      // without fonts Java cannot measure text; show the figures without charts
      noPictures = "Charts could not be drawn on the machine that wrote this page: " + e;
    }
    return new ReportPage(
        report.name(),
        report.ok(),
        TIME.format(report.startedAt()),
        report.failures(),
        facts(report),
        Tile.of(figures),
        PlacementTable.of(report.placement()),
        MediaTable.of(report.media()),
        pictures,
        noPictures,
        CaseTable.of(figures));
  }

  private static List<Fact> facts(Report report) {
    List<Fact> facts = new ArrayList<>();
    MachineInfo machine = report.machine();
    facts.add(new Fact("cores", Integer.toString(machine.cores())));
    facts.add(new Fact("memory", MetricUnit.bytes((double) machine.memory())));
    facts.add(new Fact("kernel", machine.kernel()));
    report.versions().forEach((software, version) -> facts.add(new Fact(software, version)));
    return facts;
  }
}
