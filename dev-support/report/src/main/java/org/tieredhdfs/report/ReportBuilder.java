package org.tieredhdfs.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/**
 * Gathers a report while a run goes on; machine, versions and start are those of now.
 *
 * <p>A report is ok if nothing failed: each {@link #failure} makes it not so.
 */
public final class ReportBuilder {
  private static final String OWN_VERSION = ownVersion();

  private final String name;
  private Instant startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final Map<String, String> versions = new LinkedHashMap<>();
  private final List<String> failures = new ArrayList<>();
  private final List<BenchmarkCase> cases = new ArrayList<>();
  private final List<Placement> placement = new ArrayList<>();
  private final List<ReportedMedium> media = new ArrayList<>();

  public ReportBuilder(String name) {
    this.name = name;
    versions.put("tieredHdfs", OWN_VERSION);
    versions.put("java", Runtime.version().toString());
    versions.put("hadoop", org.apache.hadoop.util.VersionInfo.getVersion());
    versions.put("hbase", org.apache.hadoop.hbase.util.VersionInfo.getVersion());
  }

  private static String ownVersion() {
    Properties build = new Properties();
    try (InputStream in = ReportBuilder.class.getResourceAsStream("build.properties")) {
      build.load(Objects.requireNonNull(in, "build.properties"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return build.getProperty("version", "unknown");
  }

  /** Adds, or replaces, the version of a piece of software. */
  public ReportBuilder version(String software, String version) {
    versions.put(software, version);
    return this;
  }

  /** When the run began, if that was before this was made. */
  public ReportBuilder startedAt(Instant at) {
    startedAt = at.truncatedTo(ChronoUnit.SECONDS);
    return this;
  }

  public ReportBuilder add(BenchmarkCase measured) {
    cases.add(measured);
    return this;
  }

  public ReportBuilder add(Placement found) {
    placement.add(found);
    return this;
  }

  public ReportBuilder add(ReportedMedium medium) {
    media.add(medium);
    return this;
  }

  /** Records a failure; the report is then not ok. */
  public ReportBuilder failure(String what) {
    failures.add(what);
    return this;
  }

  public Report build() {
    return new Report(
        name,
        failures.isEmpty(),
        startedAt,
        failures,
        MachineInfo.current(),
        versions,
        cases,
        placement,
        media);
  }
}
