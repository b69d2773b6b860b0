package org.tieredhdfs.tiering.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;

/**
 * The options of {@code filemover select}, checked.
 *
 * @param expression empty where a rule or all rules are asked for
 * @param image the image to read; null for the newest of the cluster
 * @param workFolder where that one is put meanwhile
 */
record SelectOptions(
    String expression,
    @Nullable String rule,
    boolean isRules,
    @Nullable File image,
    Path workFolder,
    boolean isSummary,
    boolean isNulSeparated,
    boolean isJson) {
  /**
   * @throws ConfigurationFaultsException with all that is wrong with them
   */
  static SelectOptions of(List<String> words) {
    Options options = new Options();
    for (String name : List.of("summary", "json", "rules")) {
      options.addOption(Option.builder().longOpt(name).build());
    }
    options.addOption(Option.builder("0").longOpt("null").build());
    for (String name : List.of("image", "work-dir", "rule")) {
      options.addOption(Option.builder().longOpt(name).hasArg().build());
    }
    CommandLine line;
    try {
      line =
          DefaultParser.builder()
              .setAllowPartialMatching(false)
              .build()
              .parse(options, words.toArray(new String[0]));
    } catch (ParseException e) {
      throw new ConfigurationFaultsException(List.of("select: " + e.getMessage()));
    }
    SelectOptions parsed =
        new SelectOptions(
            String.join(" ", line.getArgList()).strip(),
            line.getOptionValue("rule"),
            line.hasOption("rules"),
            line.hasOption("image") ? new File(line.getOptionValue("image")) : null,
            Path.of(line.getOptionValue("work-dir", System.getProperty("java.io.tmpdir", "."))),
            line.hasOption("summary"),
            line.hasOption("null"),
            line.hasOption("json"));
    List<String> faults = parsed.faults();
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException(faults);
    }
    return parsed;
  }

  private List<String> faults() {
    List<String> faults = new ArrayList<>();
    if (Stream.of(!expression.isEmpty(), rule != null, isRules).filter(given -> given).count()
        != 1) {
      faults.add(
          "select: one of these is allowed, and needed: an EXPRESSION, as"
              + " \"path = /logs and last-read > 90d\", --rule or --rules");
    }
    if (image != null && !image.isFile()) {
      faults.add("select: --image: there is no file '" + image + "'");
    }
    if (!Files.isDirectory(workFolder)) {
      faults.add("select: --work-dir: there is no directory '" + workFolder + "'");
    }
    if (isNulSeparated && (isSummary || isJson || isRules)) {
      faults.add("select: --null is for paths, not for --summary, --json or --rules");
    }
    return faults;
  }
}
