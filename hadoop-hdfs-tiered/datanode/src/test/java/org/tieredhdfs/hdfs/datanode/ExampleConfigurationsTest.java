package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.conf.TieredConfigurationCheck;

class ExampleConfigurationsTest {

  @Test
  void everyExampleForHdfsPassesTheCheckOfOurKeysAndNamesClassesThatThereAre() throws Exception {
    List<Path> examples = examples();

    assertThat(examples).hasSize(16);
    for (Path example : examples) {
      Configuration conf = new Configuration(false);
      assertThat(example).exists();
      conf.addResource(new org.apache.hadoop.fs.Path(example.toUri()));
      // nothing is mounted on this machine where the examples have their memory
      conf.setBoolean("dfs.tiered.volume.ram.check", false);
      assertThat(TieredConfigurationCheck.faults("DataNode", conf)).as("%s", example).isEmpty();
      assertThat(conf.getClassByName(conf.get("dfs.datanode.plugins"))).isNotNull();
      assertThat(conf.getClassByName(conf.get("dfs.datanode.fsdataset.volume.choosing.policy")))
          .isNotNull();
      assertThat(conf.getClassByName(conf.get("dfs.datanode.fsdataset.factory"))).isNotNull();
    }
  }

  private static List<Path> examples() throws IOException {
    try (Stream<Path> profiles = Files.list(Path.of("..", "..", "ycsb-profiles", "profiles"))) {
      return profiles.map(profile -> profile.resolve("hdfs-site.xml")).toList();
    }
  }
}
