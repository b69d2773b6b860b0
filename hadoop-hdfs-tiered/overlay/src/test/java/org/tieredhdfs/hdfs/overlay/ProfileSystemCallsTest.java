package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * That the kernel sees each storage type worked with as its profile says: the system calls of a
 * DataNode on block files, by {@code strace}. The calls that libhadoop has are made by a library
 * that is compiled here.
 */
@Tag("slow")
@Timeout(600)
class ProfileSystemCallsTest {
  private static final String CALLS = "fadvise64,sync_file_range,sendfile,fsync,fdatasync,writev";
  private static final String DROP = "fadvise64 POSIX_FADV_DONTNEED";
  private static final String AHEAD = "fadvise64 POSIX_FADV_WILLNEED";

  @TempDir Path folder;

  @BeforeEach
  void needsTools() {
    ProbeProcess.needs("strace", "gcc");
  }

  private Map<String, Map<String, Integer>> callsByType(String... settings) throws Exception {
    Path library = ProbeProcess.library(folder);
    Path trace = folder.resolve("trace");
    List<String> command =
        new ArrayList<>(
            List.of(
                "strace",
                "-f",
                "-y",
                "-qq",
                "-s",
                "0",
                "-e",
                "trace=" + CALLS,
                "-e",
                "signal=none",
                "-o",
                trace.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                SystemCallProbe.class.getName(),
                folder.resolve("dfs").toString(),
                library.toString()));
    command.addAll(List.of(settings));
    String printed = ProbeProcess.run(folder, command);
    Map<String, String> typesByPath = new HashMap<>();
    printed
        .lines()
        .filter(line -> line.startsWith("VOLUME "))
        .map(line -> line.split(" ", 3))
        .forEach(words -> typesByPath.put(words[2], words[1]));
    assertThat(typesByPath).as(printed).hasSize(4);
    Map<String, Map<String, Integer>> calls = new TreeMap<>();
    typesByPath.values().forEach(type -> calls.put(type, new TreeMap<>()));
    for (String line : Files.readAllLines(trace)) {
      typesByPath.forEach(
          (path, type) -> {
            // data alone, not the checksums
            if (line.matches(".*<" + path + "/?[^>]*/blk_\\d+>.*")) {
              Map<String, Integer> ofType = calls.getOrDefault(type, Map.of());
              ofType.merge(name(line), 1, Integer::sum);
            }
          });
    }
    System.out.println(String.join(" ", settings) + "\n" + calls);
    return calls;
  }

  /** The call, and what kind of advice it gives. */
  private static String name(String line) {
    String call = line.replaceFirst("^\\d+ +", "").replaceFirst("\\(.*", "");
    return line.contains("POSIX_FADV_")
        ? call + " " + line.replaceFirst(".*(POSIX_FADV_[A-Z]+).*", "$1")
        : call;
  }

  @Test
  void withoutKeysMemoryIsLeftAloneAndArchivesLeaveThePageCache() throws Exception {
    Map<String, Map<String, Integer>> calls = callsByType();
    assertThat(calls.get("RAMDISK")).doesNotContainKeys(DROP, AHEAD, "sync_file_range", "fsync");
    assertThat(calls.get("RAMDISK")).containsKey("sendfile");
    assertThat(calls.get("SSD")).containsKeys(AHEAD, "sendfile");
    assertThat(calls.get("SSD")).doesNotContainKeys(DROP, "sync_file_range");
    assertThat(calls.get("DISK")).containsKeys(AHEAD, "sendfile");
    assertThat(calls.get("DISK")).doesNotContainKeys(DROP, "sync_file_range");
    assertThat(calls.get("ARCHIVE")).containsKeys(DROP, AHEAD, "sync_file_range", "sendfile");
  }

  @Test
  void eachSettingActsOnItsTypeAndOnNoOther() throws Exception {
    String ssd = "dfs.tiered.type.SSD.";
    Map<String, Map<String, Integer>> calls =
        callsByType(
            ssd + "sync.behind.writes=true",
            ssd + "drop.behind.writes=true",
            ssd + "readahead=0",
            ssd + "transferto.allowed=false",
            ssd + "sync.on.close=true",
            ssd + "receive.direct.write=false",
            "dfs.tiered.type.ARCHIVE.drop.behind.writes=false",
            "dfs.tiered.type.ARCHIVE.drop.behind.reads=false",
            "dfs.tiered.type.ARCHIVE.sync.behind.writes=false");
    assertThat(calls.get("SSD")).containsKeys(DROP, "sync_file_range");
    assertThat(calls.get("SSD")).doesNotContainKeys(AHEAD, "sendfile", "writev");
    assertThat(syncs(calls, "SSD")).isPositive();
    for (String other : List.of("DISK", "ARCHIVE")) {
      assertThat(calls.get(other)).containsKeys(AHEAD, "sendfile", "writev");
      assertThat(calls.get(other)).doesNotContainKeys(DROP, "sync_file_range");
      assertThat(syncs(calls, other)).isZero();
    }
  }

  private static int syncs(Map<String, Map<String, Integer>> calls, String type) {
    Map<String, Integer> ofType = calls.getOrDefault(type, Map.of());
    return ofType.getOrDefault("fsync", 0) + ofType.getOrDefault("fdatasync", 0);
  }
}
