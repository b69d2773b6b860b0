package org.tieredhdfs.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PipelineSocketTest {
  private static final int TIMEOUT_MS = 30_000;

  private static ServerSocket listener() throws Exception {
    return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @Test
  void itDoesWhatHadoopsClientAsks() throws Exception {
    try (ServerSocket listener = listener();
        PipelineSocket socket = new PipelineSocket(TIMEOUT_MS)) {
      NetUtils.connect(socket, listener.getLocalSocketAddress(), TIMEOUT_MS);
      try (Socket other = listener.accept()) {
        socket.setTcpNoDelay(true);
        socket.setKeepAlive(true);
        socket.setSoTimeout(TIMEOUT_MS);
        assertThat(socket.getTcpNoDelay() && socket.getKeepAlive()).isTrue();
        assertThat(socket.getSendBufferSize()).isPositive();
        assertThat(socket.getLocalPort()).isEqualTo(other.getPort());
        NetUtils.getOutputStream(socket, TIMEOUT_MS).write(42);
        assertThat(other.getInputStream().read()).isEqualTo(42);
        assertThat(socket.getChannel()).isNull();
        assertThat(socket.getRemoteSocketAddress()).isEqualTo(listener.getLocalSocketAddress());
      }
    }
  }

  @Test
  void refusedConnectionIsAnErrorAsEver() throws Exception {
    InetSocketAddress nobody;
    try (ServerSocket listener = listener()) {
      nobody = (InetSocketAddress) listener.getLocalSocketAddress();
    }
    try (PipelineSocket socket = new PipelineSocket(TIMEOUT_MS)) {
      assertThatThrownBy(() -> NetUtils.connect(socket, nobody, TIMEOUT_MS))
          .isInstanceOf(java.net.ConnectException.class);
    }
  }
}
