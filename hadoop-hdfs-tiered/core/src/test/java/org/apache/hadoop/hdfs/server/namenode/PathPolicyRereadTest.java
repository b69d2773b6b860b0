package org.apache.hadoop.hdfs.server.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a NameNode makes of a configuration that changes while it runs. */
class PathPolicyRereadTest {
  private static final Map<String, String> KNOWN = Map.of("/a", "ALL_SSD");

  @TempDir private Path folder;

  private Map<String, String> reread(String text) throws IOException {
    Path site = folder.resolve("site.xml");
    Files.writeString(site, text);
    Configuration conf = new Configuration(false);
    conf.addResource(site.toUri().toURL());
    return PathPolicyKeeper.reread(conf, KNOWN);
  }

  private static String site(String policies) {
    return "<configuration><property><name>dfs.tiered.path.policies</name><value>"
        + policies
        + "</value></property></configuration>";
  }

  @Test
  void pathsComeAndGoWithTheConfiguration() throws Exception {
    assertThat(reread(site("/b=COLD"))).isEqualTo(Map.of("/b", "COLD"));
    assertThat(reread("<configuration/>")).isEmpty();
  }

  @Test
  void whatIsWrongLeavesAllAsItWas() throws Exception {
    assertThat(reread(site("/a=COLD,/b=CLOD"))).isEqualTo(KNOWN);
    assertThat(reread("<configuration><property>")).isEqualTo(KNOWN);
  }
}
