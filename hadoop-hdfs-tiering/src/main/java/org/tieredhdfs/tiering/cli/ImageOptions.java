package org.tieredhdfs.tiering.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;

/** The options of a command that looks at an image. Used by one thread. */
final class ImageOptions {
  private final String command;
  private final CommandLine line;
  private final List<String> faults = new ArrayList<>();

  /** Splits the words of a command into flags, options with a value, and the rest. */
  ImageOptions(String command, List<String> flags, List<String> values, List<String> words) {
    this.command = command;
    Options options = new Options();
    for (String name : flags) {
      options.addOption(Option.builder(name.equals("null") ? "0" : null).longOpt(name).build());
    }
    for (List<String> names : List.of(values, List.of("image", "work-dir"))) {
      names.forEach(name -> options.addOption(Option.builder().longOpt(name).hasArg().build()));
    }
    try {
      line =
          DefaultParser.builder()
              .setAllowPartialMatching(false)
              .build()
              .parse(options, words.toArray(new String[0]));
    } catch (ParseException e) {
      throw new ConfigurationFaultsException(List.of(command + ": " + e.getMessage()));
    }
    File image = image();
    if (image != null && !image.isFile()) {
      refuse("--image: there is no file '" + image + "'");
    }
    if (!Files.isDirectory(workFolder())) {
      refuse("--work-dir: there is no directory '" + workFolder() + "'");
    }
  }

  boolean has(String option) {
    return line.hasOption(option);
  }

  /** Of an option that may be there several times. */
  List<String> values(String option) {
    return has(option) ? List.of(line.getOptionValues(option)) : List.of();
  }

  @Nullable String value(String option) {
    return line.getOptionValue(option);
  }

  /** What is no option, parted by spaces. */
  String rest() {
    return String.join(" ", line.getArgList()).strip();
  }

  /** The image to read; null for the newest of the cluster. */
  @Nullable File image() {
    return has("image") ? new File(line.getOptionValue("image")) : null;
  }

  /** Where that one is put meanwhile. */
  Path workFolder() {
    return Path.of(line.getOptionValue("work-dir", System.getProperty("java.io.tmpdir", ".")));
  }

  /** Adds something that is wrong. */
  void refuse(String fault) {
    faults.add(command + ": " + fault);
  }

  /** Throws all that is wrong with them. */
  void requireValid() {
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException(faults);
    }
  }
}
