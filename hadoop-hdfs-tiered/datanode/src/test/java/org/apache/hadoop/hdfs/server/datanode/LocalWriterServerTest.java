package org.apache.hadoop.hdfs.server.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.local.LocalWriters;

@Timeout(60)
class LocalWriterServerTest {
  @TempDir Path folder;

  private static boolean isClosedByServer(Path path) throws IOException {
    try (SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      client.connect(UnixDomainSocketAddress.of(path));
      return client.read(ByteBuffer.allocate(1)) < 0;
    }
  }

  /** Clients would connect to a socket that nobody serves, and not go on over TCP. */
  @Test
  void itGoesOnAfterAnErrorOfAnyKind() throws Exception {
    DataNode failing = mock(DataNode.class);
    when(failing.getDatanodeId()).thenThrow(new IllegalStateException("as during a shutdown"));
    Path path = folder.resolve("socket");
    try (LocalWriterServer server =
        LocalWriterServer.start(failing, path, new LocalWriters(path))) {
      assertThat(isClosedByServer(path)).isTrue();
      assertThat(isClosedByServer(path)).isTrue();
      assertThat(server).isNotNull();
    }
  }
}
