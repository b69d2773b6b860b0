package org.tieredhdfs.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class WritePathKeysTest {
  private static Configuration conf(String key, String value) {
    Configuration conf = new Configuration(false);
    conf.set(key, value);
    return conf;
  }

  @Test
  void clientLeavesOutWhatItCannotRead() {
    ClientWriteSettings settings =
        ClientWriteSettings.of(conf("dfs.tiered.client.write.packet.buffers", "much"));
    assertThat(settings.packetBufferBytes()).isZero();
    assertThat(settings.bulkChunks()).isTrue();
    assertThat(
            ClientWriteSettings.of(conf("dfs.tiered.client.write.bulk.chunks", "perhaps"))
                .bulkChunks())
        .isFalse();
  }
}
