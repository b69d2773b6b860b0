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
import java.util.concurrent.atomic.AtomicBoolean;
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

  private static ClientTransfer of(Kind kind, Peer peer, String client, OtherNodes others) {
    return new ClientTransfer(kind, peer, client, 7, others, () -> null);
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
        ClientTransfer transfer = of(Kind.WRITE, peer, "client", OtherNodes.IN_PIPELINE);
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
      ClientTransfer one = of(Kind.WRITE, peer, "client", OtherNodes.NONE);
      assertThat(one.canGoOnElsewhere()).isFalse();
      assertThat(one.isOfOnlyWriter()).isTrue();
      assertThat(one.isOfFanOut()).isFalse();
      ClientTransfer ofSeveral = of(Kind.WRITE, peer, "client", OtherNodes.IN_PIPELINE);
      assertThat(ofSeveral.canGoOnElsewhere()).isTrue();
      assertThat(ofSeveral.isOfOnlyWriter()).isFalse();
      assertThat(ofSeveral.isOfFanOut()).isFalse();
      ClientTransfer fanOut = of(Kind.WRITE, peer, "client", OtherNodes.FANNED_OUT);
      assertThat(fanOut.canGoOnElsewhere()).isFalse();
      assertThat(fanOut.isOfFanOut()).isTrue();
      assertThat(fanOut).asString().startsWith("fan-out write of block 7 by client from ");
      for (OtherNodes others : OtherNodes.values()) {
        ClientTransfer copy = of(Kind.WRITE, peer, "", others);
        assertThat(copy.canGoOnElsewhere()).isFalse();
        assertThat(copy.isOfFanOut()).isFalse();
        assertThat(copy.isOfOnlyWriter()).isFalse();
      }
      ClientTransfer reader = of(Kind.READ, peer, "client", OtherNodes.NONE);
      assertThat(reader.canGoOnElsewhere()).isTrue();
      reader.waitInAnyCase();
      assertThat(reader.canGoOnElsewhere()).isFalse();
      long ofStriped = -1_000_000;
      assertThat(
              new ClientTransfer(Kind.READ, peer, "client", ofStriped, OtherNodes.NONE, () -> null)
                  .canGoOnElsewhere())
          .as("its reader may need just this part")
          .isFalse();
    }
  }

  /** Between the two HBase writes the head of a log, and ends if that fails. */
  @Test
  void aFanOutBeginsAnotherBlockBeforeThisOneIsOpenAndAfterItsFirstAcknowledgement()
      throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        Peer peer = DFSUtilClient.peerFromSocket(socket)) {
      AtomicBoolean awaits = new AtomicBoolean();
      ClientTransfer.Service service =
          new ClientTransfer.Service() {
            @Override
            public @Nullable Thread responder() {
              return null;
            }

            @Override
            public boolean awaitsFirstAck() {
              return awaits.get();
            }
          };
      ClientTransfer fanOut =
          new ClientTransfer(Kind.WRITE, peer, "client", 7, OtherNodes.FANNED_OUT, service);
      assertThat(fanOut.canBeginAnotherBlock()).isTrue();
      awaits.set(true);
      assertThat(fanOut.canBeginAnotherBlock()).isFalse();
      assertThat(fanOut.isOfFanOut()).isTrue();
      awaits.set(false);
      assertThat(fanOut.canBeginAnotherBlock()).isTrue();
      assertThat(of(Kind.WRITE, peer, "client", OtherNodes.IN_PIPELINE).canBeginAnotherBlock())
          .isFalse();
    }
  }

  @Test
  void itIsFoundByTheThreadsThatWorkForIt() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        Peer peer = DFSUtilClient.peerFromSocket(socket)) {
      AtomicReference<@Nullable Thread> responder = new AtomicReference<>();
      ClientTransfer transfer =
          new ClientTransfer(Kind.WRITE, peer, "client", 7, OtherNodes.IN_PIPELINE, responder::get);
      Thread other = new Thread(() -> {});
      assertThat(Transfers.current()).isNull();
      Transfers.begin(transfer);
      assertThat(Transfers.current()).isSameAs(transfer);
      assertThat(Transfers.of(other)).isNull();
      responder.set(other);
      assertThat(Transfers.of(other)).isSameAs(transfer);
      Transfers.end();
      assertThat(Transfers.of(other)).isNull();
      assertThat(Transfers.byThread()).isEmpty();
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
                    ClientTransfer own = of(Kind.READ, peer, "client", OtherNodes.NONE);
                    Transfers.begin(own);
                    boolean isRight =
                        Transfers.current() == own
                            && Transfers.of(Thread.currentThread()) == own
                            && Transfers.byThread().size() <= 8;
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
      assertThat(Transfers.byThread()).isEmpty();
    }
  }
}
