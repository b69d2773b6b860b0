package org.tieredhdfs.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsedMachineTest {
  @TempDir Path directory;
  private RehearsedMachine machine;

  @BeforeEach
  void make() throws Exception {
    for (String home : new String[] {"hadoop", "hbase"}) {
      Files.createDirectories(directory.resolve(home).resolve("lib"));
      Files.writeString(directory.resolve(home).resolve("lib/a.jar"), "jar");
      Files.writeString(directory.resolve(home).resolve("env.sh"), "export A=1\n");
    }
    machine =
        RehearsedMachine.make(
            "nn0",
            directory.resolve("machines/nn0"),
            directory.resolve("hadoop"),
            directory.resolve("hbase"));
  }

  @Test
  void whatIsChangedOnAMachineIsItsOwn() throws Exception {
    Files.writeString(machine.hbase().resolve("env.sh"), "export A=2\n");
    assertThat(directory.resolve("hbase/env.sh")).hasContent("export A=1\n");
  }

  @Test
  void aChangedAnAddedAndARemovedFileShowInItsInventory() throws Exception {
    Map<String, String> before = machine.inventory();
    assertThat(machine.inventory()).isEqualTo(before);

    Files.writeString(machine.hbase().resolve("env.sh"), "export A=2\n");
    Files.writeString(machine.hadoop().resolve("lib/b.jar"), "jar");
    Files.delete(machine.hbase().resolve("lib/a.jar"));

    Map<String, String> after = machine.inventory();
    assertThat(after.get("hbase/env.sh")).isNotEqualTo(before.get("hbase/env.sh"));
    assertThat(after).containsKey("hadoop/lib/b.jar").doesNotContainKey("hbase/lib/a.jar");
  }
}
