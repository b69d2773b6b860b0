package org.tieredhdfs.tiering.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.tiering.image.FileInode;
import org.tieredhdfs.tiering.report.HeatPage;
import org.tieredhdfs.tiering.report.HeatReport;
import org.tieredhdfs.tiering.report.UseTally;
import org.tieredhdfs.tiering.report.WhatIf;
import org.tieredhdfs.tiering.rule.FileFacts;
import org.tieredhdfs.tiering.rule.StoragePrices;
import org.tieredhdfs.tiering.rule.TieringRule;
import org.tieredhdfs.tiering.rule.TieringRules;
import org.tieredhdfs.tiering.rule.TypeFill;

/**
 * {@code filemover report --heat}: shows how much there is on each storage type, how old, whose and
 * what it costs. Used by one thread, but for {@link #cancel}.
 */
public final class HeatCommand extends ImageCommand {
  /** The option that asks for it. */
  static final String OPTION = "heat";

  public HeatCommand(Configuration conf, PrintStream out, PrintStream err) {
    super(conf, out, err);
  }

  @Override
  public void run(List<String> words) throws IOException {
    ImageOptions options =
        new ImageOptions(
            "report", List.of(OPTION, "json", "rules"), List.of("html", "what-if"), words);
    if (!options.rest().isEmpty()) {
      options.refuse("--heat is about all files; no PATH is allowed: '" + options.rest() + "'");
    }
    String html = options.value("html");
    Path page = Path.of(html == null ? "" : html).toAbsolutePath();
    if (html != null
        && (Files.isDirectory(page)
            || !Files.isWritable(Files.exists(page) ? page : page.resolveSibling(".")))) {
      options.refuse("--html: '" + html + "' is no file that can be written");
    }
    for (String text : options.values("what-if")) {
      try {
        if (WhatIf.parse(text).isForEachNode() && options.has("image")) {
          throw new IllegalArgumentException(
              "without /node: with --image, nobody tells how many DataNodes there are");
        }
      } catch (IllegalArgumentException e) {
        options.refuse("--what-if: '" + text + "' is not allowed; it has to be " + e.getMessage());
      }
    }
    options.requireValid();
    StoragePrices.requireValid(conf);
    look(options, (facts, cluster) -> new Sums(options, facts, cluster));
  }

  /** Adds up the files, and shows the sums. */
  private final class Sums implements Selection {
    private final ImageOptions options;
    private final UseTally tally;
    private final @Nullable TieringRules rules;
    private final List<WhatIf> whatIfs;
    private int nodes;
    private Map<StorageType, TypeFill> fills = Map.of();

    Sums(ImageOptions options, FileFacts facts, @Nullable DistributedFileSystem cluster)
        throws IOException {
      this.options = options;
      this.tally = new UseTally(facts);
      this.rules = options.has("rules") ? rules(facts) : null;
      this.whatIfs = options.values("what-if").stream().map(WhatIf::parse).toList();
      if (cluster != null) {
        fills = TypeFill.of(cluster.getClient());
        DatanodeInfo[] live = cluster.getDataNodeStats(DatanodeReportType.LIVE);
        nodes = (int) Arrays.stream(live).filter(DatanodeInfo::isInService).count();
        if (nodes == 0 && whatIfs.stream().anyMatch(WhatIf::isForEachNode)) {
          throw new IOException("--what-if: no DataNode is in service, so '/node' is unknown");
        }
      }
    }

    @Override
    public void visit(FileInode file) {
      tally.add(file);
      TieringRule rule = rules == null ? null : rules.first(file);
      if (rule != null && rule.apply(file, provenance) == TieringRule.Effect.CHANGE) {
        tally.addChange(file, rule.policy());
      }
    }

    @Override
    public void end(String image, long transactionsSince) throws IOException {
      HeatReport report =
          new HeatReport(
              SelectionOutput.headline(image, transactionsSince),
              tally,
              new StoragePrices(conf),
              rules != null,
              whatIfs,
              nodes,
              fills);
      String html = options.value("html");
      if (html != null) {
        Files.writeString(Path.of(html), HeatPage.of(report));
      }
      if (options.has("json")) {
        out.println(report.json(SelectionOutput.head(image, transactionsSince)));
      } else {
        report.text().forEach(out::println);
      }
      SelectionOutput.requirePrinted(out);
    }
  }
}
