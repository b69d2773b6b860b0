package org.tieredhdfs.localcluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  @Test
  void givesDifferentPortsThatCanBeBound() throws IOException {
    // somebody else may take one meanwhile, but hardly time and again
    boolean areFree = false;
    for (int attempt = 0; attempt < 5 && !areFree; attempt++) {
      List<Integer> ports = FreePorts.pick(20);
      assertThat(ports).doesNotHaveDuplicates().hasSize(20);
      areFree = canBeBound(ports);
    }
    assertThat(areFree).isTrue();
  }

  private static boolean canBeBound(List<Integer> ports) throws IOException {
    for (int port : ports) {
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        assertThat(socket.getLocalPort()).isEqualTo(port);
      } catch (BindException taken) {
        return false;
      }
    }
    return true;
  }
}
