package org.tieredhdfs.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.linux.ProcessTable.Entry;

class ProcessTableTest {
  @TempDir Path proc;

  @Test
  void splitsACommandLineAtItsZeroBytesAndKeepsEmptyArguments() {
    assertThat(ProcessTable.parseCommandLine("java\0-Da=b c\0\0last\0"))
        .containsExactly("java", "-Da=b c", "", "last");
  }

  @Test
  void findsTheProcessesThatCarryExactlyAnArgument() throws IOException {
    process(7, "java\0-Ddir=/a\0Main\0");
    process(8, "java\0-Ddir=/a/b\0Main\0");
    process(9, "vi\0notes about -Ddir=/a\0");
    process(10, "");
    assertThat(new ProcessTable(proc).withArgument("-Ddir=/a"))
        .extracting(Entry::pid)
        .containsExactly(7L);
  }

  @Test
  void takesAProcessWithoutCommandLineForGone() throws IOException {
    process(10, "");
    assertThat(new ProcessTable(proc).find(10)).isEmpty();
    assertThat(new ProcessTable(proc).find(11)).isEmpty();
  }

  @Test
  void givesValuesByPrefixAndTheProgramsName() throws IOException {
    process(7, "/usr/bin/java\0-Dname=dn0\0");
    Entry entry = new ProcessTable(proc).list().get(0);
    assertThat(entry.valueOf("-Dname=")).contains("dn0");
    assertThat(entry.valueOf("-Dother=")).isEmpty();
    assertThat(entry.program()).isEqualTo("java");
  }

  @Test
  void readsResidentMemory() throws IOException {
    process(7, "java\0");
    Files.writeString(proc.resolve("7/status"), "Name:\tjava\nVmRSS:\t    2048 kB\nThreads:\t1\n");
    assertThat(new ProcessTable(proc).residentBytes(7)).isEqualTo(2 << 20);
    assertThat(new ProcessTable(proc).residentBytes(8)).isZero();
  }

  @Test
  void seesThisVeryProcess() throws IOException {
    long self = ProcessHandle.current().pid();
    assertThat(new ProcessTable().list()).extracting(Entry::pid).contains(self);
    assertThat(new ProcessTable().residentBytes(self)).isPositive();
  }

  private void process(long pid, String commandLine) throws IOException {
    Path dir = Files.createDirectories(proc.resolve(Long.toString(pid)));
    Files.writeString(dir.resolve("cmdline"), commandLine);
  }
}
