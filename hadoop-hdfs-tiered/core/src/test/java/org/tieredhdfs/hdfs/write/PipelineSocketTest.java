package org.tieredhdfs.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PipelineSocketTest {
  private static final int TIMEOUT_MS = 30_000;

  @TempDir Path folder;

  private static ServerSocket listener() throws Exception {
    return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @Test
  void withoutAPathItLeadsOverTcpAndSaysSo() throws Exception {
    try (ServerSocket listener = listener();
        PipelineSocket socket = new PipelineSocket(null, TIMEOUT_MS)) {
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
        assertThat(socket.isLocal()).isFalse();
      }
    }
  }

  @Test
  void itLeadsOverTheSocketOfThePortWhereThereIsOne() throws Exception {
    try (ServerSocket tcp = listener();
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listener.bind(UnixDomainSocketAddress.of(folder.resolve("w" + tcp.getLocalPort())));
      DomainSocketPath paths = new DomainSocketPath(folder + "/w_PORT");
      try (PipelineSocket socket = new PipelineSocket(paths, TIMEOUT_MS)) {
        NetUtils.connect(socket, tcp.getLocalSocketAddress(), TIMEOUT_MS);
        try (SocketChannel other = listener.accept()) {
          socket.setTcpNoDelay(true);
          socket.setKeepAlive(true);
          assertThat(socket.isLocal()).isTrue();
          assertThat(socket.getChannel()).isNull();
          assertThat(socket.getRemoteSocketAddress()).isEqualTo(tcp.getLocalSocketAddress());
          other.write(ByteBuffer.wrap(new byte[] {7}));
          assertThat(NetUtils.getInputStream(socket, TIMEOUT_MS).read()).isEqualTo(7);
        }
      }
    }
  }

  @Test
  void itFallsBackToTcpWhereNobodyListens() throws Exception {
    try (ServerSocket tcp = listener()) {
      for (boolean isFileThere : new boolean[] {false, true}) {
        // one that failed is left alone for a while, so each has a path of its own
        DomainSocketPath paths = new DomainSocketPath(folder + "/" + isFileThere + "_PORT");
        if (isFileThere) {
          Files.createFile(paths.of(tcp.getLocalPort()));
        }
        try (PipelineSocket socket = new PipelineSocket(paths, TIMEOUT_MS)) {
          NetUtils.connect(socket, tcp.getLocalSocketAddress(), TIMEOUT_MS);
          assertThat(socket.isLocal()).isFalse();
          assertThat(socket.isConnected()).isTrue();
        }
      }
    }
  }

  @Test
  void refusedConnectionIsAnErrorAsEver() throws Exception {
    InetSocketAddress nobody;
    try (ServerSocket listener = listener()) {
      nobody = (InetSocketAddress) listener.getLocalSocketAddress();
    }
    try (PipelineSocket socket = new PipelineSocket(null, TIMEOUT_MS)) {
      assertThatThrownBy(() -> NetUtils.connect(socket, nobody, TIMEOUT_MS))
          .isInstanceOf(java.net.ConnectException.class);
    }
  }
}
