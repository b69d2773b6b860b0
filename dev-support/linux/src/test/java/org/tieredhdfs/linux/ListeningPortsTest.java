package org.tieredhdfs.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ListeningPortsTest {
  @Test
  void takesOnlyListeningSocketsOfTheProcess() {
    String table =
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1
           1: 0100007F:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 222 1
           2: 0100007F:1F92 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 333 1
        """;
    assertThat(ListeningPorts.parse(table, Set.of("111", "333"))).containsExactly(8080);
  }

  @Test
  void findsAPortOfThisProcessUntilItIsClosed() throws IOException {
    long self = ProcessHandle.current().pid();
    int port;
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
      port = server.getLocalPort();
      assertThat(ListeningPorts.of(self)).contains(port).doesNotContain(client.getLocalPort());
    }
    assertThat(ListeningPorts.of(self)).doesNotContain(port);
  }

  @Test
  void findsNothingForAProcessThatIsGone() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    assertThat(ListeningPorts.of(process.pid())).isEmpty();
  }
}
