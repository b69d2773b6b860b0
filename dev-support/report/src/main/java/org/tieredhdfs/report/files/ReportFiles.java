package org.tieredhdfs.report.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.page.HtmlReport;

/**
 * The files of a report in a directory: {@code report.json}, and {@code report.html} drawn from it.
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
    draw();
  }

  /** Draws the page anew from the report that is there. */
  public void draw() throws IOException {
    replace(html(), new HtmlReport(read()).html().getBytes(StandardCharsets.UTF_8));
  }

  public Report read() throws IOException {
    return ReportJson.read(json());
  }

  private void replace(Path file, byte[] content) throws IOException {
    Files.createDirectories(directory);
    Path written = Files.createTempFile(directory, "." + file.getFileName(), ".part");
    try {
      try (FileChannel channel = FileChannel.open(written, StandardOpenOption.WRITE)) {
        ByteBuffer rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        channel.force(true);
      }
      // temporary files are readable by their owner only; a report is for all
      Files.setPosixFilePermissions(
          written, java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
      Files.move(
          written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(written);
    }
  }
}
