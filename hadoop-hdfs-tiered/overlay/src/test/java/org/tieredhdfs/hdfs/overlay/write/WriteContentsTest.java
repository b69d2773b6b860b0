package org.tieredhdfs.hdfs.overlay.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.StreamInsides;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.write.PipelineSocket;

/** What clients write is what is read, however they write it. */
@Timeout(300)
class WriteContentsTest {
  private static final String PREFIX = "dfs.tiered.client.write.";
  private static final Map<String, String> OFF =
      Map.of(
          PREFIX + "buffered.acks", "false",
          PREFIX + "bulk.chunks", "false",
          PREFIX + "packet.buffers", "0",
          PREFIX + "blocking.socket", "false");

  @TempDir File folder;

  private static Map<String, String> only(String key, String value) {
    Map<String, String> settings = new HashMap<>(OFF);
    settings.put(PREFIX + key, value);
    return settings;
  }

  private static Map<String, Map<String, String>> clients() {
    Map<String, Map<String, String>> clients = new LinkedHashMap<>();
    clients.put("all", Map.of());
    clients.put("none", OFF);
    clients.put("acks", only("buffered.acks", "true"));
    clients.put("chunks", only("bulk.chunks", "true"));
    clients.put("buffers", only("packet.buffers", "1m"));
    clients.put("socket", only("blocking.socket", "true"));
    clients.put("large-packets", Map.of("dfs.client-write-packet-size", "524288"));
    clients.put("hadoops-buffers", Map.of("dfs.client.write.byte-array-manager.enabled", "true"));
    return clients;
  }

  @Test
  void contentsAreThoseWrittenWithEachLeverAloneAndAllTogether() throws Exception {
    try (OneWriterCluster cluster = new OneWriterCluster(folder, 2, Map.of());
        DistributedFileSystem reader = cluster.client(OFF)) {
      for (Map.Entry<String, Map<String, String>> client : clients().entrySet()) {
        try (DistributedFileSystem writer = cluster.client(client.getValue())) {
          for (long seed = 1; seed <= 2; seed++) {
            WrittenFile file = new WrittenFile(writer, client.getKey() + seed, seed);
            file.write(2, 8);
            assertThat(file.read(reader))
                .as("%s with seed %d", client.getKey(), seed)
                .isEqualTo(file.contents());
          }
        }
      }
    }
  }

  @Test
  void largeChunksOfNewFilesAreReadAndAppendedToByTheSameClients() throws Exception {
    Map<String, String> tuned = new HashMap<>();
    Configuration file = new Configuration(false);
    file.addResource(
        java.nio.file.Path.of("../../ycsb-profiles/client-profiles/large-packets/hdfs-site.xml")
            .toUri()
            .toURL());
    file.forEach(setting -> tuned.put(setting.getKey(), setting.getValue()));
    assertThat(tuned).containsEntry("dfs.bytes-per-checksum", "4096");
    try (OneWriterCluster cluster = new OneWriterCluster(folder, tuned);
        DistributedFileSystem client = cluster.client(tuned);
        DistributedFileSystem reader = cluster.client(OFF)) {
      WrittenFile written = new WrittenFile(client, "tuned", 3);
      written.write(3, 10);
      assertThat(written.read(reader)).isEqualTo(written.contents());
    }
  }

  @Test
  void streamUsesWhatItsClientIsToldTo() throws Exception {
    try (OneWriterCluster cluster = new OneWriterCluster(folder, Map.of())) {
      for (boolean isOn : List.of(true, false)) {
        try (DistributedFileSystem client = cluster.client(isOn ? Map.of() : OFF);
            FSDataOutputStream out = client.create(new Path("/file-" + isOn))) {
          out.write(new byte[1000]);
          // one whole chunk is in the packet at once; Hadoop waits for nine
          assertThat(StreamInsides.chunksInPacket(out)).isEqualTo(isOn ? 1 : 0);
          out.hflush();
          assertThat(StreamInsides.socket(out) instanceof PipelineSocket).isEqualTo(isOn);
          assertThat(StreamInsides.areAcksBuffered(out)).isEqualTo(isOn);
        }
      }
    }
  }

  @Test
  void packetsOfEqualBytesAreEqual() throws Exception {
    try (OneWriterCluster cluster = new OneWriterCluster(folder, Map.of())) {
      for (int bytes : List.of(512, 4608, 5000, 64512, 70_000, OneWriterCluster.BLOCK_BYTES)) {
        long[] packets = new long[2];
        for (int side = 0; side < 2; side++) {
          try (DistributedFileSystem client = cluster.client(side == 0 ? Map.of() : OFF);
              FSDataOutputStream out = client.create(new Path("/packets-" + bytes + side))) {
            out.write(new byte[bytes]);
            out.hflush();
            packets[side] = StreamInsides.nextPacket(out);
          }
        }
        assertThat(packets[0]).as("packets of %d bytes", bytes).isEqualTo(packets[1]);
      }
    }
  }
}
