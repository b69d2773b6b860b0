package org.tieredhdfs.bench.terasort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostTableMappingTest {
  @TempDir Path tmp;

  @Test
  void aNameHasItsPlaceAndOthersHaveOneAsDeep() throws IOException {
    Path file =
        Files.writeString(tmp.resolve("places"), "worker0 /rack0/host0\nworker1 /rack0/host1\n");
    Configuration conf = new Configuration(false);
    conf.set(HostTableMapping.FILE, file.toString());
    HostTableMapping mapping = new HostTableMapping();
    mapping.setConf(conf);
    assertThat(mapping.resolve(List.of("worker1", "127.0.0.1", "worker0")))
        .containsExactly("/rack0/host1", HostTableMapping.ELSEWHERE, "/rack0/host0");
  }
}
