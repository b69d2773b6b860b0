package org.tieredhdfs.report.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.page.HtmlReport;

/**
 * The files of a report in a directory: {@code report.json}, and {@code report.html} drawn from the
 * same.
 *
 * <p>Each appears whole or not at all: a reader never finds half a file.
 */
public final class ReportFiles {

  private static final String JSON = "report.json";
  private static final String HTML = "report.html";

  private final Path directory;

  public ReportFiles(Path directory) {
    this.directory = directory;
  }

  public Path json() {
    return directory.resolve(JSON);
  }

  public Path html() {
    return directory.resolve(HTML);
  }

  /** Writes both files; the directory is made if it is missing. */
  public void write(Report report) throws IOException {
    replace(json(), ReportJson.write(report));
    replace(html(), new HtmlReport(report).html().getBytes(StandardCharsets.UTF_8));
  }

  public Report read() throws IOException {
    return ReportJson.read(json());
  }

  private void replace(Path file, byte[] content) throws IOException {
    Files.createDirectories(directory);
    Path written = Files.createTempFile(directory, "." + file.getFileName(), ".part");
    try {
      Files.write(written, content, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
      // temporary files are readable by their owner only; a report is for all
      Files.setPosixFilePermissions(written, PosixFilePermissions.fromString("rw-r--r--"));
      Files.move(
          written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(written);
    }
  }
}
