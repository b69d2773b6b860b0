package org.tieredhdfs.hdfs.weave;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.tieredhdfs.hdfs.weave.patches.Patches;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The weaver's commands for the Hadoop on its own class path; the distribution's scripts put the
 * operator's Hadoop there.
 *
 * <p>Exit codes: 0 done, 1 refused and nothing written, 2 wrong use.
 */
@Command(
    name = "weaver",
    mixinStandardHelpOptions = true,
    description = "Weaves the Hadoop on this command's class path.")
public final class WeaverCommand implements Runnable {
  static final int REFUSED = 1;
  private static final String HELPERS = "this project's jars that use Hadoop";

  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new WeaverCommand())
        .setExpandAtFiles(false)
        .setExecutionExceptionHandler(
            (e, line, result) -> {
              if (e instanceof WeavingException || e instanceof IOException) {
                line.getErr().println(e.getMessage());
                return REFUSED;
              }
              throw e;
            });
  }

  @Command(
      name = "weave",
      mixinStandardHelpOptions = true,
      description = "Writes an overlay, if every patched method has a known digest.")
  int weave(
      @Option(names = "--out", required = true, description = "the jar to write") Path out,
      @Option(names = "--helpers", required = true, description = HELPERS) String helpers)
      throws IOException {
    HadoopHere hadoop = new HadoopHere();
    List<String> faults = new ArrayList<>(linkage(hadoop, helpers));
    // a patch that cannot even be loaded: its methods cannot be checked
    String ours = "which " + WeaverCommand.class.getPackageName() + ".";
    if (faults.stream().anyMatch(fault -> fault.contains(ours))) {
      require(faults, "\n  ");
    }
    StockMethods methods = new StockMethods(hadoop.locator(), hadoop.patches());
    faults.addAll(methods.faults(KnownDigests.recorded()));
    require(faults, "\n  ");
    OverlayWeaver weaver = new OverlayWeaver(hadoop.locator(), HadoopHere.version());
    SortedMap<String, byte[]> classes = weaver.weaveAll(hadoop.classNames());
    OverlayJar.write(out, classes);
    spec.commandLine()
        .getOut()
        .printf(
            "%s: %d classes of Hadoop %s%s, %d stock methods have known digests%n",
            out,
            classes.size(),
            HadoopHere.version(),
            hadoop.isClientOnly() ? " (client only)" : "",
            methods.digests().size());
    return 0;
  }

  @Command(
      name = "fit",
      mixinStandardHelpOptions = true,
      description = "Checks whether an overlay was made from exactly these classes.")
  int fit(
      @Option(names = "--overlay", required = true, description = "the overlay") Path overlay,
      @Option(names = "--helpers", required = true, description = HELPERS) String helpers)
      throws IOException {
    HadoopHere hadoop = new HadoopHere();
    List<String> faults = new ArrayList<>(new OverlayFit(overlay).faults(hadoop));
    if (faults.isEmpty()) {
      faults.addAll(linkage(hadoop, helpers));
    }
    require(faults, " ");
    return 0;
  }

  @Command(
      name = "digests",
      mixinStandardHelpOptions = true,
      description = "Adds the digests of this Hadoop's methods to a file of known digests.")
  int digests(@Option(names = "--into", required = true, description = "the file") Path file)
      throws IOException {
    HadoopHere hadoop = new HadoopHere();
    StockMethods methods = new StockMethods(hadoop.locator(), Patches.all());
    KnownDigests known = KnownDigests.parse(Files.exists(file) ? Files.readString(file) : "");
    for (Map.Entry<StockMethod, String> method : methods.digests().entrySet()) {
      known.add(method.getKey(), method.getValue(), HadoopHere.version());
    }
    Files.writeString(file, known.toText());
    return 0;
  }

  private static Collection<String> linkage(HadoopHere hadoop, String helpers) throws IOException {
    return new Linkage(hadoop.locator(), hadoop::isLeftOut).faults(classFiles(helpers));
  }

  private static void require(List<String> faults, String separator) throws IOException {
    if (!faults.isEmpty()) {
      throw new WeavingException(
          "Hadoop "
              + HadoopHere.version()
              + " is refused:"
              + separator
              + String.join(";" + separator, faults));
    }
  }

  /**
   * The class files of this project's jars, and of the weaver's advice, which become part of stock
   * classes.
   */
  private static List<byte[]> classFiles(String jars) throws IOException {
    List<byte[]> files = new ArrayList<>(ClassFiles.in(OverlayJar.place(WeaverCommand.class)));
    for (String jar : jars.split(File.pathSeparator, -1)) {
      files.addAll(ClassFiles.in(Path.of(jar)));
    }
    return files;
  }
}
