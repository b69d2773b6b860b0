package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * That the page cache holds the blocks of one storage type and not those of another, as their
 * profiles say: seen in the kernel, with real files.
 */
@Tag("slow")
@Timeout(600)
class PageCacheResidencyTest {
  private static final int FEW_PERCENT = 20;
  private static final int MOST_PERCENT = 90;

  @TempDir Path folder;

  @BeforeEach
  void needsADevice() throws Exception {
    ProbeProcess.needs("gcc");
    String type = Files.getFileStore(folder).type();
    assumeFalse(
        List.of("tmpfs", "ramfs").contains(type),
        folder + " is on " + type + ", which has no disk");
  }

  /** What is resident after writing and reading, in percent: {@code "WRITTEN SSD"} to 100. */
  private Map<String, Integer> residentPercent(String... settings) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx768m",
                "-cp",
                System.getProperty("java.class.path"),
                PageCacheProbe.class.getName(),
                folder.resolve("dfs").toString(),
                ProbeProcess.library(folder).toString()));
    // a page that sendfile has handed to a socket cannot be dropped until the client has taken it
    command.add("dfs.datanode.transferTo.allowed=false");
    command.addAll(List.of(settings));
    Map<String, Integer> percents = new TreeMap<>();
    ProbeProcess.run(folder, command)
        .lines()
        .filter(line -> line.matches("(WRITTEN|READ) [A-Z]+ \\d+"))
        .forEach(
            line -> {
              int end = line.lastIndexOf(' ');
              percents.put(line.substring(0, end), Integer.valueOf(line.substring(end + 1)));
            });
    System.out.println(String.join(" ", settings) + "\n" + percents);
    assertThat(percents).hasSize(6);
    return percents;
  }

  @Test
  void archivesAloneLeaveThePageCacheByDefault() throws Exception {
    Map<String, Integer> percents = residentPercent();
    for (String phase : List.of("WRITTEN ", "READ ")) {
      assertThat(percents.get(phase + "ARCHIVE")).isLessThan(FEW_PERCENT);
      assertThat(percents.get(phase + "DISK")).isGreaterThan(MOST_PERCENT);
      assertThat(percents.get(phase + "SSD")).isGreaterThan(MOST_PERCENT);
    }
  }

  @Test
  void dropBehindActsOnItsTypeAndOnNoOther() throws Exception {
    Map<String, Integer> percents =
        residentPercent(
            "dfs.tiered.type.DISK.sync.behind.writes=true",
            "dfs.tiered.type.DISK.drop.behind.writes=true",
            "dfs.tiered.type.DISK.drop.behind.reads=true",
            "dfs.tiered.type.ARCHIVE.drop.behind.writes=false",
            "dfs.tiered.type.ARCHIVE.drop.behind.reads=false");
    for (String phase : List.of("WRITTEN ", "READ ")) {
      assertThat(percents.get(phase + "DISK")).isLessThan(FEW_PERCENT);
      assertThat(percents.get(phase + "SSD")).isGreaterThan(MOST_PERCENT);
      assertThat(percents.get(phase + "ARCHIVE")).isGreaterThan(MOST_PERCENT);
    }
  }
}
