package org.tieredhdfs.mover.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.binary.Base64;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.text.StringEscapeUtils;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.mover.namenode.ClusterSnapshot.Medium;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.status.ServiceReport;
import org.tieredhdfs.mover.text.StatusText;
import org.tieredhdfs.mover.text.Units;
import org.tieredhdfs.mover.transfer.TransferLimits;

/**
 * The HTML of the service's page: no script, one style, everything that comes from outside escaped.
 */
final class Page {
  private static final String FRAME = resource("page.html");
  private static final String STYLE = resource("page.css");

  /** The page loads, runs, frames and sends nothing; its style is allowed by digest. */
  static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; style-src 'sha256-"
          + Base64.encodeBase64String(DigestUtils.sha256(STYLE))
          + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** A place in the frame: <code>{{name}}</code>. */
  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

  private static final String RUNNING_HEADER =
      """
      <tr><th class="n">ID</th><th>asked by</th><th>path</th><th class="n">age</th>
      <th class="n">files found</th><th class="n">replicas</th><th class="n">bytes</th>
      <th>stage</th></tr>
      """;

  private static final String ENDED_HEADER =
      """
      <tr><th class="n">ID</th><th>asked by</th><th>path</th><th>ended</th><th>outcome</th></tr>
      """;

  private static final String FAILURES_HEADER = "<tr><th>time</th><th>file and reason</th></tr>\n";

  private static final String NONE = "<p>None.</p>";

  private Page() {}

  private static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String of(ServiceReport report, long nowMs) {
    Map<String, Object> parts = new HashMap<>();
    parts.put("style", STYLE);
    parts.put("fileSystem", escaped(report.fileSystem()));
    parts.put("host", escaped(report.surroundings().host()));
    parts.put("since", StatusText.time(report.startedMs()));
    parts.put("now", StatusText.time(nowMs));
    parts.put("waiting", report.waiting() - report.delayed());
    parts.put("delayed", report.delayed());
    parts.put("running", report.running());
    parts.put("oldestAge", Units.duration(report.oldestAgeMs()));
    parts.put("filesGivenUp", report.filesGivenUp());
    parts.put("movedPerSecond", Units.bytes(report.bytesPerSecond()));
    parts.put("moved", Units.bytes(report.bytesMoved()));
    parts.put("replicasMoved", report.replicasMoved());
    long behind = report.transactionsBehind();
    parts.put("transactionsBehind", behind < 0 ? "unknown" : behind);
    parts.put("requests", requests(report, nowMs));
    parts.put("ended", table(ENDED_HEADER, report.ended().stream().map(Page::ended)));
    parts.put("filesByOutcome", counts(report.filesByOutcome()));
    parts.put("blocksByReason", counts(report.blocksByReason()));
    parts.put(
        "failures",
        table(
            FAILURES_HEADER,
            report.lastFailures().stream()
                .map(one -> number(StatusText.time(one.atMs())) + text(one.sentence()))));
    parts.put("media", media(report.surroundings().media()));
    parts.put("rules", rules(report.surroundings().rules()));
    TransferLimits limits = report.limits();
    parts.put("moves", limits.moves());
    parts.put("movesPerNode", limits.movesPerNode());
    parts.put("movesPerVolume", limits.movesPerVolume());
    parts.put("bandwidth", bandwidth(limits.bytesPerSecond()));
    parts.put("bandwidthPerNode", bandwidth(limits.bytesPerSecondPerNode()));
    // in one go: what looks like a place in a part is none
    return PLACE
        .matcher(FRAME)
        .replaceAll(place -> Matcher.quoteReplacement(String.valueOf(parts.get(place.group(1)))));
  }

  private static String table(String header, Stream<String> rows) {
    String body = rows.map(row -> "<tr>" + row + "</tr>\n").collect(Collectors.joining());
    return body.isEmpty()
        ? NONE
        : "<div class=\"wide\"><table>\n" + header + body + "</table></div>";
  }

  private static String requests(ServiceReport report, long nowMs) {
    List<RequestStatusProto> running = report.requests();
    int others = running.isEmpty() ? 0 : report.running() - running.size();
    return table(RUNNING_HEADER, running.stream().map(request -> running(request, nowMs)))
        + (others > 0 ? "\n<p>and up to " + others + " more</p>" : "");
  }

  private static String running(RequestStatusProto request, long nowMs) {
    int waiting = request.getFilesWaiting();
    return number(request.getId())
        + text(StatusText.askedBy(request))
        + text(StatusText.paths(request))
        + number(Units.duration(nowMs - request.getAcceptedMs()))
        + number(request.getFilesFound())
        + number(request.getReplicasMoved())
        + number(Units.bytes(request.getBytesMoved()))
        + unbroken(
            StatusText.words(request.getStage()) + (waiting > 0 ? ", " + waiting + " wait" : ""));
  }

  private static String ended(RequestStatusProto request) {
    StringBuilder outcome = new StringBuilder(StatusText.words(request.getState().name()));
    request
        .getFilesByOutcomeList()
        .forEach(count -> outcome.append(", ").append(StatusText.count(count)));
    request.getFailuresList().stream()
        .findFirst()
        .ifPresent(first -> outcome.append("; ").append(first));
    return number(request.getId())
        + text(request.getUser())
        + text(request.getPath())
        + number(StatusText.time(request.getEndedMs()))
        + text(outcome.toString());
  }

  private static <K extends Enum<K>> String counts(Map<K, Long> counts) {
    StringBuilder figures = new StringBuilder();
    counts.forEach(
        (key, count) -> {
          if (count > 0) {
            figures.append("<div><dt>").append(StatusText.words(key.name()));
            figures.append("</dt><dd>").append(count).append("</dd></div>\n");
          }
        });
    return figures.isEmpty() ? NONE : "<dl>\n" + figures + "</dl>";
  }

  private static String media(Map<StorageType, Medium> media) {
    StringBuilder rows = new StringBuilder();
    new TreeMap<>(media)
        .forEach(
            (type, medium) -> {
              long capacity = Math.max(1, medium.capacityBytes());
              rows.append("<tr>")
                  .append(text(type.name()))
                  .append(number(medium.nodes()))
                  .append(number(medium.volumes()))
                  .append(number(Units.bytes(medium.capacityBytes())))
                  .append(number(Units.bytes(medium.roomBytes())))
                  .append(number(100 - 100 * medium.roomBytes() / capacity + " %"))
                  .append("</tr>\n");
            });
    return rows.toString();
  }

  private static String rules(List<String> rules) {
    return rules.isEmpty()
        ? NONE
        : rules.stream()
            .map(rule -> "<p><bdi>" + escaped(rule) + "</bdi></p>\n")
            .collect(Collectors.joining());
  }

  private static String bandwidth(long bytesPerSecond) {
    return bytesPerSecond == 0 ? "no limit" : Units.bytes(bytesPerSecond) + "/s";
  }

  /** External text: isolated, so that it cannot change the direction of the text beside it. */
  private static String text(String text) {
    return "<td><bdi>" + escaped(text) + "</bdi></td>";
  }

  /** A few fixed words, which do not wrap, unlike a path beside them. */
  private static String unbroken(String text) {
    return "<td class=\"w\">" + escaped(text) + "</td>";
  }

  private static String number(Object number) {
    return "<td class=\"n\">" + number + "</td>";
  }

  /** Without control characters, and those that change the direction of text. */
  static String escaped(String text) {
    return StringEscapeUtils.escapeXml10(text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}]", "\uFFFD"));
  }
}
