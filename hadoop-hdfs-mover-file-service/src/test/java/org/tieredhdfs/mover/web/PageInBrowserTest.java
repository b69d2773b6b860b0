package org.tieredhdfs.mover.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks at the page with a real browser, where there is one on the PATH. */
@Tag("slow")
class PageInBrowserTest {
  private static final long PATIENCE_S = 60;

  @TempDir static Path folder;

  private static Optional<Path> browser() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .flatMap(
            directory ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Test
  void aBrowserShowsTheFiguresAndRunsNothingThatUsersPutIntoNames() throws Exception {
    Optional<Path> browser = browser();
    assumeTrue(browser.isPresent(), "no browser on the PATH");
    try (WebFront front = new WebFront(new HdfsConfiguration(), SampleReport::report)) {
      String url = "http://127.0.0.1:" + front.address().getPort() + "/status";
      String dom = run(browser.get(), url, "--dump-dom");
      assertThat(dom)
          .contains("<title>File mover</title>", "<dd>590</dd>", "&lt;script&gt;")
          .doesNotContain("<title>taken", "<img");
      for (String scheme : List.of("light", "dark")) {
        Path picture = Path.of("target", "page-" + scheme + ".png").toAbsolutePath();
        Files.deleteIfExists(picture);
        run(
            browser.get(),
            url,
            "--screenshot=" + picture,
            "--window-size=1200,1300",
            "--blink-settings=preferredColorScheme=" + (scheme.equals("dark") ? 0 : 1));
        assertThat(picture).isNotEmptyFile();
      }
    }
  }

  private static String run(Path browser, String url, String... options) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                browser.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--user-data-dir=" + folder.resolve("profile")));
    command.addAll(List.of(options));
    command.add(url);
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    return Files.readString(out);
  }
}
