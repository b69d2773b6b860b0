package org.tieredhdfs.mover.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ClientNamenodeProtocol;
import org.apache.hadoop.hdfs.protocol.proto.NamenodeProtocolProtos.NamenodeProtocolService;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolServerSideTranslatorPB;
import org.apache.hadoop.hdfs.protocolPB.NamenodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.NamenodeProtocolServerSideTranslatorPB;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.api.FileRef;

/** What the NameNode says of inodes that are at no path any more. */
class NamenodeLinkTest {
  /** Far above the time from which on a call counts as slow. */
  private static final long SLOW_MS = 100;

  private static final int CALLERS = 64;

  /** 64 calls, then 32, and so on: after these there are as few at a time as can be. */
  private static final int UNTIL_FEW = 150;

  @TempDir static File folder;

  @Test
  void whatOnlyASnapshotHasIsThereNoMore() throws Exception {
    try (MoverCluster cluster = MoverCluster.alike(folder, StorageType.DISK)) {
      Path tree = new Path("/tree");
      Path file = cluster.file("/tree/a/f", 1, 1);
      FileRef known =
          new FileRef(cluster.fs.getClient().getFileInfo("/tree/a/f").getFileId(), "/tree/a/f");
      cluster.fs.allowSnapshot(tree);
      cluster.fs.createSnapshot(tree);
      // its last directory is in no snapshot, so that the inode's path begins nowhere
      cluster.fs.mkdirs(new Path(tree, "new"));
      cluster.fs.rename(file, new Path(tree, "new/f"));
      cluster.fs.delete(new Path(tree, "new"), true);

      try (NamenodeLink link = new NamenodeLink(cluster.conf, cluster.fs.getUri())) {
        assertThat(link.status(known.inodePath())).isNull();
        assertThat(link.look(known)).isNull();
        assertThat(link.list(known, null)).isNull();
        assertThat(link.spaceBytes(known)).isZero();
        assertThatThrownBy(() -> link.isClosed(known)).isInstanceOf(FileNotFoundException.class);
      }
    }
  }

  /** Inodes are of one namespace; a Router has several, and refuses to tell of events. */
  @Test
  void aRouterIsRefused() throws Exception {
    try (MoverCluster cluster = MoverCluster.alike(folder, StorageType.DISK)) {
      RPC.Server router =
          front(
              cluster,
              method -> {
                if (method.equals("getEditsFromTxid")) {
                  throw new UnsupportedOperationException("Operation is not supported");
                }
                return () -> {};
              });
      router.start();
      try {
        URI uri = URI.create("hdfs://127.0.0.1:" + router.getPort());
        assertThatThrownBy(() -> new NamenodeLink(cluster.conf, uri).close())
            .isInstanceOf(UnsupportedFileSystemException.class)
            .hasMessageStartingWith(uri + " is a Router")
            .hasMessageContaining("-fs");
      } finally {
        router.stop();
      }
    }
  }

  /** Else a service that starts before its name server would end. */
  @Test
  void aHostWithoutAnAddressIsAFailureThatMayPass() {
    assertThatThrownBy(
            () -> new NamenodeLink(new HdfsConfiguration(), URI.create("hdfs://nn.invalid:8020")))
        .isInstanceOf(UnknownHostException.class);
  }

  @Test
  void aNamenodeThatAnswersSlowlyIsAskedLessAtATime() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger atOnce = new AtomicInteger();
    AtomicInteger mostOfFirst = new AtomicInteger();
    AtomicInteger mostOfLast = new AtomicInteger();
    try (MoverCluster cluster = MoverCluster.alike(folder, StorageType.DISK)) {
      RPC.Server slow =
          front(
              cluster,
              method -> {
                if (!method.equals("getFileInfo")) {
                  return () -> {};
                }
                int now = atOnce.incrementAndGet();
                boolean isLast = asked.incrementAndGet() > UNTIL_FEW;
                (isLast ? mostOfLast : mostOfFirst).accumulateAndGet(now, Math::max);
                pause(SLOW_MS);
                return atOnce::decrementAndGet;
              });
      slow.start();
      ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
      try (NamenodeLink link =
          new NamenodeLink(cluster.conf, URI.create("hdfs://127.0.0.1:" + slow.getPort()))) {
        List<Callable<HdfsFileStatus>> calls =
            Collections.nCopies(UNTIL_FEW + 20, () -> link.status("/"));
        for (Future<HdfsFileStatus> call : callers.invokeAll(calls)) {
          assertThat(call.get()).isNotNull();
        }
      } finally {
        callers.shutdownNow();
        slow.stop();
      }
    }
    assertThat(mostOfFirst).hasValueGreaterThan(2);
    assertThat(mostOfLast).hasValueLessThanOrEqualTo(2);
  }

  private static void pause(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * A server that has the NameNode answer.
   *
   * @param before is called with the name of each method; what it returns, after the answer
   */
  private static RPC.Server front(MoverCluster cluster, Function<String, Runnable> before)
      throws IOException {
    NamenodeProtocols namenode = cluster.dfs.getNameNodeRpc();
    NamenodeProtocols answers =
        (NamenodeProtocols)
            Proxy.newProxyInstance(
                NamenodeLinkTest.class.getClassLoader(),
                new Class<?>[] {NamenodeProtocols.class},
                (proxy, method, arguments) -> {
                  Runnable after = before.apply(method.getName());
                  try {
                    return method.invoke(namenode, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  } finally {
                    after.run();
                  }
                });
    RPC.setProtocolEngine(cluster.conf, ClientNamenodeProtocolPB.class, ProtobufRpcEngine2.class);
    RPC.Server server =
        new RPC.Builder(cluster.conf)
            .setProtocol(ClientNamenodeProtocolPB.class)
            .setInstance(
                ClientNamenodeProtocol.newReflectiveBlockingService(
                    new ClientNamenodeProtocolServerSideTranslatorPB(answers)))
            .setBindAddress("127.0.0.1")
            .setPort(0)
            .setNumHandlers(CALLERS)
            .build();
    DFSUtil.addInternalPBProtocol(
        cluster.conf,
        NamenodeProtocolPB.class,
        NamenodeProtocolService.newReflectiveBlockingService(
            new NamenodeProtocolServerSideTranslatorPB(answers)),
        server);
    return server;
  }

  @Test
  void manyPathsAreLookedUpTogether() throws Exception {
    try (MoverCluster cluster = MoverCluster.alike(folder, StorageType.DISK);
        NamenodeLink link = new NamenodeLink(cluster.conf, cluster.fs.getUri())) {
      List<String> paths = IntStream.range(0, 100).mapToObj(i -> "/many/" + i).toList();
      for (String path : paths.subList(0, 50)) {
        cluster.fs.mkdirs(new Path(path));
      }
      assertThat(link.statuses(paths).keySet()).isEqualTo(Set.copyOf(paths.subList(0, 50)));
      assertThat(link.statuses(List.of())).isEmpty();
      assertThatThrownBy(() -> link.statuses(List.of("/many/1", "no path", "/many/2")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("3 paths")
          .hasRootCauseInstanceOf(RemoteException.class);
    }
  }
}
