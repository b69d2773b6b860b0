package org.tieredhdfs.mover.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.mover.namenode.ClusterSnapshot.Medium;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.status.ServiceReport;
import org.tieredhdfs.mover.status.ServiceReport.Failure;
import org.tieredhdfs.mover.transfer.TransferLimits;

/**
 * The HTML of the service's page: no script, one style, everything that comes from outside escaped.
 */
final class Page {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --line: #d4d4d8; --soft: #5b5b66; --box: #f4f4f6; }
      @media (prefers-color-scheme: dark) {
        :root { --line: #3f3f46; --soft: #a1a1aa; --box: #202024; }
        body { background: #17171a; color: #e8e8ea; }
      }
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem;
             padding: 0 1rem; }
      h1 { font-size: 1.4rem; margin: 0; }
      h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
      p { color: var(--soft); margin: .3rem 0; }
      dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: .7rem;
           margin: 1.2rem 0; }
      dl > div { background: var(--box); border-radius: .4rem; padding: .6rem .8rem; }
      dt { color: var(--soft); font-size: .85rem; }
      dd { font-size: 1.25rem; font-variant-numeric: tabular-nums; margin: 0; }
      .wide { overflow-x: auto; }
      table { border-collapse: collapse; width: 100%; }
      th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem .35rem 0;
               text-align: left; vertical-align: top; overflow-wrap: anywhere; }
      th { color: var(--soft); font-size: .85rem; font-weight: 600; overflow-wrap: normal; }
      td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
      td.w { overflow-wrap: normal; }
      """;

  /** The page loads, runs, frames and sends nothing; its style is allowed by digest. */
  static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; style-src 'sha256-"
          + digest(STYLE)
          + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final int REPLACEMENT = 0xFFFD;
  private static final int REFRESH_SECONDS = 5;
  private static final String[] SIZES = {"B", "KB", "MB", "GB", "TB", "PB"};

  private final StringBuilder html = new StringBuilder();

  private Page() {}

  private static String digest(String style) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static String of(ServiceReport report, long nowMs) {
    return new Page().write(report, nowMs);
  }

  private String write(ServiceReport report, long nowMs) {
    html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<meta http-equiv=\"refresh\" content=\"" + REFRESH_SECONDS + "\">")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .append("<title>File mover</title><style>")
        .append(STYLE)
        .append("</style></head><body><h1>File mover</h1><p>")
        .append(escaped(report.fileSystem()))
        .append(" · ")
        .append(escaped(report.surroundings().host()))
        .append(" · active since ")
        .append(time(report.startedMs()))
        .append(" · now ")
        .append(time(nowMs))
        .append(" · <a href=\"status.json\">JSON</a></p>");
    figures(report);
    requests(report, nowMs);
    ended(report.ended());
    counts("Files by outcome", report.filesByOutcome());
    counts("Blocks given up by reason", report.blocksByReason());
    failures(report);
    media(report.surroundings().media());
    rules(report.surroundings().rules());
    limits(report.limits());
    return html.append("</body></html>\n").toString();
  }

  private void figures(ServiceReport report) {
    html.append("<dl>");
    figure("waiting", Integer.toString(report.waiting() - report.delayed()));
    figure("delayed", Integer.toString(report.delayed()));
    figure("running", Integer.toString(report.running()));
    figure("oldest open request", duration(report.oldestAgeMs()));
    figure("files given up", Integer.toString(report.filesGivenUp()));
    figure("moved per second, last minute", size(report.bytesPerSecond()) + "/s");
    figure("moved", size(report.bytesMoved()));
    figure("replicas moved", Long.toString(report.replicasMoved()));
    long behind = report.transactionsBehind();
    figure("transactions behind", behind < 0 ? "unknown" : Long.toString(behind));
    html.append("</dl>");
  }

  private void figure(String name, String value) {
    html.append("<div><dt>").append(name).append("</dt><dd>").append(value).append("</dd></div>");
  }

  private void requests(ServiceReport report, long nowMs) {
    html.append("<h2>Running requests</h2>");
    if (report.requests().isEmpty()) {
      html.append("<p>None.</p>");
      return;
    }
    html.append("<div class=\"wide\"><table><tr><th class=\"n\">ID</th><th>asked by</th>")
        .append("<th>path</th><th class=\"n\">age</th><th class=\"n\">files found</th>")
        .append("<th class=\"n\">replicas</th><th class=\"n\">bytes</th>")
        .append("<th>stage</th></tr>");
    for (RequestStatusProto request : report.requests()) {
      html.append("<tr>");
      number(Long.toString(request.getId()));
      String origin = request.getOrigin().toLowerCase(Locale.ROOT).replace('_', ' ');
      text(request.getUser().isEmpty() ? origin : request.getUser());
      int more = request.getPaths() - 1;
      text(request.getPath() + (more > 0 ? " and " + more + " more" : ""));
      number(duration(nowMs - request.getAcceptedMs()));
      number(Long.toString(request.getFilesFound()));
      number(Long.toString(request.getReplicasMoved()));
      number(size(request.getBytesMoved()));
      unbroken(
          words(request.getStage())
              + (request.getFilesWaiting() > 0 ? ", " + request.getFilesWaiting() + " wait" : ""));
      html.append("</tr>");
    }
    html.append("</table></div>");
    int others = report.running() - report.requests().size();
    if (others > 0) {
      html.append("<p>and up to ").append(others).append(" more</p>");
    }
  }

  private void ended(List<RequestStatusProto> ended) {
    html.append("<h2>Recently ended user requests</h2>");
    if (ended.isEmpty()) {
      html.append("<p>None.</p>");
      return;
    }
    html.append("<div class=\"wide\"><table><tr><th class=\"n\">ID</th><th>asked by</th>")
        .append("<th>path</th><th>ended</th><th>outcome</th></tr>");
    for (RequestStatusProto request : ended) {
      html.append("<tr>");
      number(Long.toString(request.getId()));
      text(request.getUser());
      text(request.getPath());
      number(time(request.getEndedMs()));
      StringBuilder outcome = new StringBuilder(words(request.getState().name()));
      request
          .getFilesByOutcomeList()
          .forEach(
              count ->
                  outcome
                      .append(", ")
                      .append(count.getCount())
                      .append(' ')
                      .append(words(count.getName())));
      request.getFailuresList().stream()
          .findFirst()
          .ifPresent(first -> outcome.append("; ").append(first));
      text(outcome.toString());
      html.append("</tr>");
    }
    html.append("</table></div>");
  }

  private static String words(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private <K extends Enum<K>> void counts(String title, Map<K, Long> counts) {
    html.append("<h2>").append(title).append("</h2>");
    if (counts.values().stream().allMatch(count -> count == 0)) {
      html.append("<p>None.</p>");
      return;
    }
    html.append("<dl>");
    counts.forEach(
        (key, count) -> {
          if (count > 0) {
            figure(key.name().toLowerCase(Locale.ROOT).replace('_', ' '), Long.toString(count));
          }
        });
    html.append("</dl>");
  }

  private void failures(ServiceReport report) {
    html.append("<h2>Files that failed most recently</h2>");
    if (report.lastFailures().isEmpty()) {
      html.append("<p>None.</p>");
      return;
    }
    html.append("<div class=\"wide\"><table><tr><th>time</th><th>file and reason</th></tr>");
    for (Failure failure : report.lastFailures()) {
      html.append("<tr>");
      number(time(failure.atMs()));
      text(failure.sentence());
      html.append("</tr>");
    }
    html.append("</table></div>");
  }

  private void media(Map<StorageType, Medium> media) {
    html.append("<h2>Free space by storage type</h2><div class=\"wide\"><table><tr><th>type</th>")
        .append("<th class=\"n\">DataNodes</th><th class=\"n\">volumes</th>")
        .append("<th class=\"n\">capacity</th><th class=\"n\">free</th>")
        .append("<th class=\"n\">used</th></tr>");
    new TreeMap<>(media)
        .forEach(
            (type, medium) -> {
              html.append("<tr>");
              text(type.name());
              number(Integer.toString(medium.nodes()));
              number(Integer.toString(medium.volumes()));
              number(size(medium.capacityBytes()));
              number(size(medium.roomBytes()));
              long capacity = Math.max(1, medium.capacityBytes());
              number(100 - 100 * medium.roomBytes() / capacity + " %");
              html.append("</tr>");
            });
    html.append("</table></div>");
  }

  private void rules(List<String> rules) {
    html.append("<h2>Rules</h2>");
    if (rules.isEmpty()) {
      html.append("<p>None.</p>");
    }
    for (String rule : rules) {
      html.append("<p><bdi>").append(escaped(rule)).append("</bdi></p>");
    }
  }

  private void limits(TransferLimits limits) {
    html.append("<h2>Limits</h2><dl>");
    figure("moves", Integer.toString(limits.moves()));
    figure("moves per node", Integer.toString(limits.movesPerNode()));
    figure("moves per volume", Integer.toString(limits.movesPerVolume()));
    figure("bandwidth", bandwidth(limits.bytesPerSecond()));
    figure("bandwidth per node", bandwidth(limits.bytesPerSecondPerNode()));
    html.append("</dl>");
  }

  private static String bandwidth(long bytesPerSecond) {
    return bytesPerSecond == 0 ? "no limit" : size(bytesPerSecond) + "/s";
  }

  /** External text: isolated, so that it cannot change the direction of the text beside it. */
  private void text(String text) {
    html.append("<td><bdi>").append(escaped(text)).append("</bdi></td>");
  }

  /** A few fixed words, which do not wrap, unlike a path beside them. */
  private void unbroken(String text) {
    html.append("<td class=\"w\">").append(escaped(text)).append("</td>");
  }

  private void number(String text) {
    html.append("<td class=\"n\">").append(text).append("</td>");
  }

  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isSeen(c) ? c : REPLACEMENT);
              }
            });
    return escaped.toString();
  }

  /** False for control characters, and for those that change the direction of text. */
  private static boolean isSeen(int c) {
    int type = Character.getType(c);
    return !Character.isISOControl(c) && type != Character.FORMAT && type != Character.SURROGATE;
  }

  private static String time(long ms) {
    return Instant.ofEpochMilli(ms).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String duration(long ms) {
    Duration duration = Duration.ofMillis(Math.max(0, ms));
    if (duration.toHours() > 0) {
      return duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }
    return duration.toMinutes() > 0
        ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
        : duration.toSecondsPart() + " s";
  }

  private static String size(long bytes) {
    double value = (double) bytes;
    int unit = 0;
    while (value >= 1024 && unit < SIZES.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, SIZES[unit]);
  }
}
