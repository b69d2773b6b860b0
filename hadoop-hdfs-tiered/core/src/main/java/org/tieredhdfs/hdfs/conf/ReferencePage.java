package org.tieredhdfs.hdfs.conf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The page of the manual that describes every configuration key, in Markdown, made from the keys of
 * all modules on the class path.
 *
 * <p>Immutable.
 */
public final class ReferencePage {
  private static final String HEADER =
      """
      # Configuration reference

      Generated from the code; do not edit. To regenerate it: `%s`

      Set keys in `hdfs-site.xml`, unless a section says otherwise. `<POLICY>` and the like stand for
      names that you choose. A daemon with an invalid key does not start and lists all faults. A client
      logs them once and ignores the invalid values.
      """;

  private final List<ConfigKeys> modules;
  private final String command;

  /**
   * @param modules whose keys to describe
   * @param titles the titles of modules that come first, in this order; the others follow by title
   * @param command what writes the page anew, for the reader
   */
  public ReferencePage(
      Collection<? extends ConfigKeys> modules, List<String> titles, String command) {
    List<ConfigKeys> ordered = new ArrayList<>(modules);
    ordered.sort(
        Comparator.comparingInt((ConfigKeys module) -> rank(titles, module.title()))
            .thenComparing(ConfigKeys::title));
    this.modules = List.copyOf(ordered);
    this.command = command;
  }

  /** The page of all modules on the class path. */
  public static ReferencePage ofClassPath(List<String> titles, String command) {
    return new ReferencePage(TieredConfigurationCheck.modules(), titles, command);
  }

  /**
   * Writes the page of the class path: {@code ReferencePage <file> <command> [<title>...]}, where
   * the command is the one that the page tells to run, and the titles give the order.
   */
  public static void main(String[] args) throws IOException {
    if (args.length < 2) {
      System.err.println("Usage: ReferencePage <file> <command> [<title>...]");
      System.exit(1);
    }
    List<String> titles = Arrays.asList(args).subList(2, args.length);
    ofClassPath(titles, args[1]).write(Path.of(args[0]));
  }

  /** Replaces {@code file} if it differs. */
  public void write(Path file) throws IOException {
    if (!isCurrent(file)) {
      Files.writeString(file, render(), StandardCharsets.UTF_8);
    }
  }

  /** Whether {@code file} says what the code says. */
  public boolean isCurrent(Path file) throws IOException {
    return Files.exists(file) && Files.readString(file, StandardCharsets.UTF_8).equals(render());
  }

  /** The page as Markdown. */
  public String render() {
    StringBuilder page = new StringBuilder(HEADER.formatted(command));
    for (ConfigKeys module : modules) {
      page.append("\n## ").append(module.title()).append("\n\n");
      page.append("| Key | Value | Default | Read by | Meaning |\n");
      page.append("|---|---|---|---|---|\n");
      for (ConfigKey key : module.keys()) {
        page.append(row(key)).append('\n');
      }
    }
    return page.toString();
  }

  private static String row(ConfigKey key) {
    String unset = key.kind() == ConfigKey.Kind.INTEGER ? "to be set" : "empty";
    String standard = key.defaultValue().isEmpty() ? unset : code(key.defaultValue());
    List<String> cells =
        List.of(
            code(key.name()),
            escape(key.allowed()),
            standard,
            escape(key.readBy()),
            escape(key.description()));
    return "| " + String.join(" | ", cells) + " |";
  }

  private static String code(String text) {
    return "`" + text.replace("|", "\\|") + "`";
  }

  /** Keeps what would end a cell or begin a tag from doing so. */
  private static String escape(String text) {
    return text.replace("\\", "\\\\")
        .replace("|", "\\|")
        .replace("<", "&lt;")
        .replace("*", "\\*")
        .replace("_", "\\_");
  }

  private static int rank(List<String> titles, String title) {
    int index = titles.indexOf(title);
    return index < 0 ? titles.size() : index;
  }
}
