package org.tieredhdfs.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WritePathKeysTest {
  private static final String PATH = "dfs.tiered.write.domain.socket.path";

  @TempDir Path folder;

  private static Configuration conf(String key, String value) {
    Configuration conf = new Configuration(false);
    conf.set(key, value);
    return conf;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "relative/write_PORT",
        "/run/hadoop/write",
        "/run/_PORT/write",
        "/run/../write_PORT",
        "/run/hadoop/a/path/that/is/longer/than/one/hundred/bytes/and/so/does/not/fit/into/the/"
            + "address/of/a/socket_PORT"
      })
  void pathThatCannotBeASocketOfOneDatanodeIsRefused(String path) {
    assertThat(new WritePathKeys().faults("NameNode", conf(PATH, path)))
        .singleElement()
        .asString()
        .contains(PATH, "'" + path + "' is not allowed", "_PORT");
    assertThat(ClientWriteSettings.of(conf(PATH, path)).localPath()).isNull();
  }

  @Test
  void portTakesItsPlaceInThePath() {
    assertThat(new DomainSocketPath("/run/hadoop/write_PORT").of(9866))
        .isEqualTo(Path.of("/run/hadoop/write9866"));
  }

  @Test
  void folderThatOthersMayWriteToIsNoGuard() throws Exception {
    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xrwx"));
    assertThat(new DomainSocketPath(open + "/w_PORT").guardFaults())
        .singleElement()
        .asString()
        .contains(PATH, "is not safe", "everybody can write to " + open, "chmod o-w " + open);
  }

  @Test
  void folderThatIsMissingIsNoGuard() {
    assertThat(new DomainSocketPath(folder + "/none/w_PORT").guardFaults())
        .singleElement()
        .asString()
        .contains(folder + "/none is not a directory");
  }

  @Test
  void datanodeNeedsThePlugin() {
    assertThat(new WritePathKeys().faults("DataNode", conf(PATH, folder + "/w_PORT")))
        .anyMatch(fault -> fault.contains("needs the plug-in that accepts writers there; add"));
    Configuration conf = conf(PATH, folder + "/w_PORT");
    conf.set("dfs.datanode.plugins", "some.Other, " + WritePathKeys.PLUGIN);
    assertThat(new WritePathKeys().faults("DataNode", conf))
        .noneMatch(fault -> fault.contains("dfs.datanode.plugins"));
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
