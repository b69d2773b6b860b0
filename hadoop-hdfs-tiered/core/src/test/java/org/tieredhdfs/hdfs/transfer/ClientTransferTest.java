package org.tieredhdfs.hdfs.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.net.Peer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.hdfs.transfer.ClientTransfer.Kind;

/** Clients over real connections, and what they see when they are dropped. */
@Timeout(60)
class ClientTransferTest {

  @AfterEach
  void end() {
    Transfers.end();
  }

  private static ClientTransfer of(Kind kind, Peer peer, String client, int nodes) {
    return new ClientTransfer(kind, peer, client, 7, nodes, () -> null);
  }

  /** The thread that serves it may be stuck anywhere; it is not asked. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aClientThatIsDroppedSeesTheEndOfItsConnectionAtOnce(boolean channel) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket near = channel ? SocketChannel.open().socket() : new Socket()) {
      near.connect(server.getLocalSocketAddress());
      try (Socket far = server.accept();
          Peer peer = DFSUtilClient.peerFromSocket(near)) {
        ClientTransfer transfer = of(Kind.WRITE, peer, "client", 3);
        InputStream in = far.getInputStream();
        assertThat(in.available()).isZero();
        assertThat(transfer.drop()).isTrue();
        assertThat(transfer.drop()).isFalse();
        assertThat(transfer.isDropped()).isTrue();
        assertThat(in.read()).isEqualTo(-1);
        // Its own thread sees it as well, where the connection is not closed altogether
        if (channel) {
          assertThat(peer.getInputStream().read()).isEqualTo(-1);
        }
      }
    }
  }

  @Test
  void onlyWhoHasSomewhereToGoCanGoOnElsewhere() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        Peer peer = DFSUtilClient.peerFromSocket(socket)) {
      assertThat(of(Kind.WRITE, peer, "client", 2).canGoOnElsewhere()).isTrue();
      assertThat(of(Kind.WRITE, peer, "client", 0).canGoOnElsewhere()).isTrue();
      assertThat(of(Kind.WRITE, peer, "client", 1).canGoOnElsewhere()).isFalse();
      assertThat(of(Kind.WRITE, peer, "", 3).canGoOnElsewhere()).isFalse();
      assertThat(of(Kind.WRITE, peer, "client", 1).isOfOnlyWriter()).isTrue();
      assertThat(of(Kind.WRITE, peer, "client", 2).isOfOnlyWriter()).isFalse();
      assertThat(of(Kind.WRITE, peer, "", 1).isOfOnlyWriter()).isFalse();
      ClientTransfer reader = of(Kind.READ, peer, "client", 0);
      assertThat(reader.canGoOnElsewhere()).isTrue();
      reader.waitInAnyCase();
      assertThat(reader.canGoOnElsewhere()).isFalse();
    }
  }

  @Test
  void itIsFoundByTheThreadsThatWorkForIt() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        Peer peer = DFSUtilClient.peerFromSocket(socket)) {
      AtomicReference<@Nullable Thread> responder = new AtomicReference<>();
      ClientTransfer transfer =
          new ClientTransfer(Kind.WRITE, peer, "client", 7, 3, responder::get);
      Thread other = new Thread(() -> {});
      assertThat(Transfers.current()).isNull();
      Transfers.begin(transfer);
      assertThat(Transfers.current()).isSameAs(transfer);
      assertThat(Transfers.of(other)).isNull();
      responder.set(other);
      assertThat(Transfers.of(other)).isSameAs(transfer);
      Transfers.end();
      assertThat(Transfers.of(other)).isNull();
      assertThat(Transfers.count()).isZero();
    }
  }

  @Test
  void underManyThreadsEachIsItsOwnAndNoneIsLeft() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        Peer peer = DFSUtilClient.peerFromSocket(socket)) {
      AtomicInteger wrong = new AtomicInteger();
      CountDownLatch begin = new CountDownLatch(1);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Thread thread =
            new Thread(
                () -> {
                  try {
                    begin.await();
                  } catch (InterruptedException e) {
                    return;
                  }
                  for (int round = 0; round < 20_000; round++) {
                    ClientTransfer own = of(Kind.READ, peer, "client", 0);
                    Transfers.begin(own);
                    boolean isRight =
                        Transfers.current() == own
                            && Transfers.of(Thread.currentThread()) == own
                            && Transfers.count() <= 8;
                    wrong.addAndGet(isRight ? 0 : 1);
                    Transfers.end();
                  }
                });
        threads.add(thread);
        thread.start();
      }
      begin.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(wrong).hasValue(0);
      assertThat(Transfers.count()).isZero();
    }
  }
}
