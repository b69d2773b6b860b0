package org.tieredhdfs.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a demo or a benchmark. Its form is in {@code docs/report.schema.json}.
 *
 * @param name what was run
 * @param ok whether all went well
 * @param startedAt when it began
 * @param failures what did not go well; may be empty
 * @param machine where it ran
 * @param versions the software by name
 * @param cases what was measured
 * @param placement where the files of the cluster lay in the end; may be empty
 * @param media what its volumes were made of, if they were emulated; may be empty
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Report(
    String name,
    @JsonInclude(JsonInclude.Include.ALWAYS) boolean ok,
    Instant startedAt,
    List<String> failures,
    MachineInfo machine,
    @JsonInclude(JsonInclude.Include.ALWAYS) Map<String, String> versions,
    @JsonInclude(JsonInclude.Include.ALWAYS) List<BenchmarkCase> cases,
    List<Placement> placement,
    List<ReportedMedium> media) {

  public Report {
    Names.check("name", name);
    if (startedAt == null || machine == null) {
      throw new IllegalArgumentException("report " + name + ": startedAt or machine is missing");
    }
    failures = failures == null ? List.of() : List.copyOf(failures);
    versions =
        versions == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(versions));
    cases = cases == null ? List.of() : List.copyOf(cases);
    placement = placement == null ? List.of() : List.copyOf(placement);
    media = media == null ? List.of() : List.copyOf(media);
  }
}
