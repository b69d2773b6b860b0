package org.tieredhdfs.mover.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.conf.RpcKeys;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.CountProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.ListResponseProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto.State;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.SubmitResponseProto;
import org.tieredhdfs.mover.service.MoverService;
import org.tieredhdfs.waits.Waits;

class ServiceRpcTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int QUEUE = 50;

  @TempDir static File folder;
  private static MoverCluster cluster;
  private static MoverService service;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = MoverCluster.shortIntervals();
    String me = UserGroupInformation.getCurrentUser().getShortUserName();
    conf.set("hadoop.proxyuser." + me + ".users", "ann,bob,eve");
    conf.setBoolean(CommonConfigurationKeys.HADOOP_SECURITY_AUTHORIZATION, true);
    conf.set(RpcKeys.ACL_NAME, "ann,bob,stranger," + me);
    conf.set(MoverKeys.SERVICE_ROOTS.name(), "/followed");
    conf.setInt(MoverKeys.SERVICE_QUEUE.name(), QUEUE);
    conf.setInt(MoverKeys.SERVICE_FINISHED.name(), 5);
    conf.setInt(RpcKeys.MAX_CALL.name(), 64 * 1024);
    cluster =
        new MoverCluster(
            conf,
            new MiniDFSCluster.Builder(conf, folder)
                .numDataNodes(2)
                .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK})
                .storagesPerDatanode(2));
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
  }

  @AfterAll
  static void stop() throws Exception {
    service.close();
    cluster.close();
  }

  private static <T> T as(String user, ServiceUsers.Use<T> use) throws Exception {
    return ServiceUsers.as(cluster, user, use);
  }

  private static <T> T asSuperuser(ServiceUsers.Use<T> use) throws Exception {
    return as(UserGroupInformation.getCurrentUser().getShortUserName(), use);
  }

  private static Path fileOf(String owner, String name, int blocks) throws Exception {
    Path file = cluster.file(name, blocks, 2);
    cluster.fs.setOwner(file, owner, owner);
    cluster.fs.setPermission(file, new FsPermission((short) 0640));
    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    return file;
  }

  private static RequestStatusProto awaitEnd(String user, long id) throws Exception {
    return as(
        user,
        client ->
            Waits.until(
                "the end of request " + id,
                PATIENCE,
                () -> client.status(id),
                RequestStatusProto::hasEndedMs));
  }

  @Test
  void whoeverMayWriteAFileIsServedByTheWordOfTheNameNode() throws Exception {
    Path file = fileOf("ann", "/ann/file", 2);
    SubmitResponseProto accepted = as("ann", client -> client.submit(paths(file), false));
    assertThat(accepted.getErrorsList()).isEmpty();
    RequestStatusProto end = awaitEnd("ann", accepted.getId());
    assertThat(end.getState()).isEqualTo(State.ENDED);
    assertThat(end.getUser()).isEqualTo("ann");
    assertThat(end.getReplicasMoved()).isEqualTo(4);
    assertThat(end.getFilesByOutcomeList())
        .containsExactly(CountProto.newBuilder().setName("MOVED").setCount(1).build());
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 4));

    Path other = fileOf("ann", "/ann/other", 1);
    SubmitResponseProto refused =
        as("bob", client -> client.submit(List.of(other.toString(), "/nowhere", "x"), false));
    assertThat(refused.hasId()).isFalse();
    assertThat(refused.getErrorsList())
        .hasSize(3)
        .satisfiesExactly(
            error -> assertThat(error).contains("/ann/other", "Permission denied: user=bob"),
            error -> assertThat(error).contains("/nowhere: no such file or directory"),
            error -> assertThat(error).contains("'x' is not an absolute path"));
    assertThat(cluster.replicasByType(other)).isEqualTo(Map.of("DISK", 2));

    // mode bits say nothing of bob; an ACL does
    cluster.fs.modifyAclEntries(other, AclEntry.parseAclSpec("user:bob:rw-", true));
    long id = as("bob", client -> client.submit(paths(other), false)).getId();
    assertThat(awaitEnd("bob", id).getReplicasMoved()).isEqualTo(2);
  }

  private static List<String> paths(Path... paths) {
    return Arrays.stream(paths).map(Path::toString).toList();
  }

  @Test
  void requestsAreSeenAndCancelledByThoseWhoMadeThemAndBySuperusers() throws Exception {
    Path file = fileOf("ann", "/ann/slow", 3);
    // one block is begun, the others would wait for a day
    setBytesPerSecond(1);
    try {
      long id = as("ann", client -> client.submit(paths(file), false)).getId();

      assertThatThrownBy(() -> as("bob", client -> client.status(id)))
          .hasMessageContaining("request " + id + " is unknown");
      assertThatThrownBy(() -> as("bob", client -> client.cancel(id)))
          .hasMessageContaining("request " + id + " is unknown");
      assertThat(as("bob", client -> client.list(0, 100)).getRequestsList())
          .extracting(RequestStatusProto::getUser)
          .allMatch("bob"::equals);
      ListResponseProto all = asSuperuser(client -> client.list(id - 1, 100));
      assertThat(all.getRequestsList()).extracting(RequestStatusProto::getId).contains(id);
      assertThat(all.getOpen()).isPositive();

      as("ann", client -> client.cancel(id));
      assertThat(awaitEnd("ann", id).getState()).isEqualTo(State.CANCELLED);
      assertThat(cluster.replicasByType(file)).containsKeys("DISK");
    } finally {
      setBytesPerSecond(0);
    }
  }

  @Test
  void aUserIsToldNothingOfFilesThatHdfsHides() throws Exception {
    Path shared = new Path("/shared");
    Path hidden = new Path("/shared/ann/open");
    Path seen = new Path("/shared/open");
    try (FSDataOutputStream out = cluster.fs.create(hidden);
        FSDataOutputStream other = cluster.fs.create(seen)) {
      for (FSDataOutputStream one : List.of(out, other)) {
        one.write(1);
        one.hflush();
      }
      cluster.fs.setPermission(shared, new FsPermission((short) 01777));
      cluster.fs.setOwner(hidden.getParent(), "ann", "ann");
      cluster.fs.setPermission(hidden.getParent(), new FsPermission((short) 0700));
      long id = as("bob", client -> client.submit(paths(shared), true)).getId();
      RequestStatusProto all =
          asSuperuser(
              client ->
                  Waits.until(
                      "the open files are waited for",
                      PATIENCE,
                      () -> client.status(id),
                      status -> status.getWaitingForCount() == 2));
      assertThat(all.getWaitingForList())
          .anyMatch(sentence -> sentence.startsWith(hidden + ": "))
          .anyMatch(sentence -> sentence.startsWith(seen + ": "));
      // While it is walked again, nothing waits for a moment
      RequestStatusProto his =
          as(
              "bob",
              client ->
                  Waits.until(
                      "one is told",
                      PATIENCE,
                      () -> client.status(id),
                      status -> status.getWaitingForCount() > 0));
      assertThat(his.getWaitingForList()).singleElement().asString().startsWith(seen + ": ");
      assertThat(as("bob", client -> client.list(id - 1, 100)).getRequestsList())
          .flatExtracting(RequestStatusProto::getWaitingForList)
          .noneMatch(sentence -> sentence.startsWith(hidden.toString()));
      RequestStatusProto unused = as("bob", client -> client.cancel(id));
    }
  }

  private static void setBytesPerSecond(long bytes) throws Exception {
    LimitsProto now =
        asSuperuser(
            client -> client.limits(LimitsProto.newBuilder().setBytesPerSecond(bytes).build()));
    assertThat(now.getBytesPerSecond()).isEqualTo(bytes);
  }

  @Test
  void limitsAreReadByAllAndChangedBySuperusersWithinWhatIsAllowed() throws Exception {
    LimitsProto nothing = LimitsProto.getDefaultInstance();
    LimitsProto before = as("ann", client -> client.limits(nothing));
    LimitsProto fewer = LimitsProto.newBuilder().setMoves(3).build();
    assertThatThrownBy(() -> as("ann", client -> client.limits(fewer)))
        .isInstanceOf(AccessControlException.class)
        .hasMessage("ann may not change the limits: that needs an HDFS superuser");
    LimitsProto tooFew = LimitsProto.newBuilder().setMovesPerNode(0).build();
    assertThatThrownBy(() -> asSuperuser(client -> client.limits(tooFew)))
        .hasMessageContaining("dfs.mover.file.moves.per.node: '0' is not allowed");
    LimitsProto changed = asSuperuser(client -> client.limits(fewer));
    assertThat(changed).isEqualTo(before.toBuilder().setMoves(3).build());
    LimitsProto paused = LimitsProto.newBuilder().setMoves(0).build();
    assertThat(asSuperuser(client -> client.limits(paused)).getMoves()).isZero();
    LimitsProto back = asSuperuser(client -> client.limits(before));
    assertThat(back).isEqualTo(before);
  }

  @Test
  void manyCallsOfAUserTakeOneConnectionToTheNameNode() throws Exception {
    Path file = fileOf("ann", "/ann/often", 1);
    RPC.Server namenode = ((NameNodeRpcServer) cluster.dfs.getNameNodeRpc()).getClientRpcServer();
    int calls = 50;
    int more =
        as(
            "ann",
            client -> {
              long id = client.submit(paths(file), false).getId();
              int before = namenode.getNumOpenConnections();
              for (int i = 0; i < calls; i++) {
                RequestStatusProto unused = client.status(id);
                ListResponseProto unusedList = client.list(id - 1, 1);
                SubmitResponseProto refused = client.submit(List.of("/nowhere"), false);
                assertThat(refused.getErrorsList()).hasSize(1);
              }
              return namenode.getNumOpenConnections() - before;
            });
    // other tests' connections may close meanwhile, never open
    assertThat(more).isLessThan(calls / 2);
  }

  @Test
  void whoIsNotAllowedToUseTheProtocolOrToBeImpersonatedIsRefused() throws Exception {
    assertThatThrownBy(() -> as("eve", client -> client.list(0, 1)))
        .isInstanceOf(AccessControlException.class)
        .hasMessageContaining("User eve")
        .hasMessageContaining("not authorized for protocol");
    assertThat(as("stranger", client -> client.submit(List.of("/ann"), false)).getErrorsList())
        .singleElement()
        .asString()
        .contains("not allowed to impersonate stranger");
  }

  @Test
  void whatWasAcceptedAndWhatCameOfItIsKnownAfterARestart() throws Exception {
    Path done = fileOf("ann", "/ann/restart/done", 1);
    Path open = fileOf("ann", "/ann/restart/open", 2);
    long doneId = as("ann", client -> client.submit(paths(done), false)).getId();
    assertThat(awaitEnd("ann", doneId).getReplicasMoved()).isEqualTo(2);
    setBytesPerSecond(1);
    LimitsProto paused = LimitsProto.newBuilder().setMoves(0).build();
    int moves = as("ann", client -> client.limits(LimitsProto.getDefaultInstance())).getMoves();
    assertThat(asSuperuser(client -> client.limits(paused)).getMoves()).isZero();
    long openId = as("ann", client -> client.submit(paths(open, done), false)).getId();
    service.close();
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
    LimitsProto kept = as("ann", client -> client.limits(LimitsProto.getDefaultInstance()));
    assertThat(kept.getBytesPerSecond()).isEqualTo(1);
    assertThat(kept.getMoves()).isZero();
    LimitsProto resumed = LimitsProto.newBuilder().setMoves(moves).build();
    assertThat(asSuperuser(client -> client.limits(resumed)).getMoves()).isEqualTo(moves);
    setBytesPerSecond(0);
    assertThat(awaitEnd("ann", openId).getState()).isEqualTo(State.ENDED);
    assertThat(cluster.replicasByType(open)).isEqualTo(Map.of("SSD", 4));
    assertThat(as("ann", client -> client.status(doneId)).getReplicasMoved()).isEqualTo(2);

    // more than are kept: the oldest is forgotten
    for (int i = 0; i < 5; i++) {
      awaitEnd("ann", as("ann", client -> client.submit(paths(done), false)).getId());
    }
    assertThatThrownBy(() -> as("ann", client -> client.status(doneId)))
        .hasMessageContaining("ended long ago");
  }

  @Test
  void aFullQueueAndOverlongRequestsAreRefusedInOneSentence() throws Exception {
    Path file = fileOf("ann", "/ann/full", 1);
    List<String> many = Collections.nCopies(QUEUE + 1, file.toString());
    assertThatThrownBy(() -> as("ann", client -> client.submit(many, false)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the queue limit is 50 files and directories, and it holds 0");
    List<String> tooMany = Collections.nCopies(FileMoverClient.MAX_PATHS + 1, "/");
    assertThatThrownBy(() -> as("ann", client -> client.submit(tooMany, false)))
        .hasMessageContaining("a request of 1001 paths is not allowed");
    assertThatThrownBy(() -> as("ann", client -> client.submit(List.of(), false)))
        .hasMessageContaining("a request of 0 paths is not allowed");
    assertThatThrownBy(() -> as("ann", client -> client.list(0, 0)))
        .hasMessageContaining("a list of 0 is not allowed");
  }

  @Test
  void malformedAndOversizedFramesCloseTheirConnectionAndNothingElse() throws Exception {
    byte[] header = {'h', 'r', 'p', 'c', 9, 0, 0};
    ByteBuffer oversized = ByteBuffer.allocate(11).put(header).putInt(1 << 30);
    ByteBuffer negative = ByteBuffer.allocate(11).put(header).putInt(-2);
    ByteBuffer junk = ByteBuffer.allocate(111).put(header).putInt(100);
    byte[] noise = new byte[100];
    new Random(1).nextBytes(noise);
    junk.put(noise);
    List<byte[]> frames =
        List.of(
            oversized.array(),
            negative.array(),
            junk.array(),
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            noise);
    for (byte[] frame : frames) {
      assertThat(isClosedAfter(frame)).isTrue();
    }
    String longPath = "/" + "x".repeat(100_000);
    assertThatThrownBy(() -> as("ann", client -> client.submit(List.of(longPath), false)))
        .isInstanceOf(IOException.class);

    Path file = fileOf("ann", "/ann/after", 1);
    long id = as("ann", client -> client.submit(paths(file), false)).getId();
    assertThat(awaitEnd("ann", id).getReplicasMoved()).isEqualTo(2);
  }

  private static boolean isClosedAfter(byte[] frame) throws Exception {
    InetSocketAddress address =
        ServiceAddress.find(cluster.fs, new Path(MoverKeys.SERVICE_DIRECTORY.defaultValue()));
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.setSoTimeout(20_000);
      OutputStream out = socket.getOutputStream();
      out.write(frame);
      out.flush();
      // to the end, or a timeout
      long unused = socket.getInputStream().transferTo(OutputStream.nullOutputStream());
      return true;
    } catch (SocketException e) {
      return true;
    }
  }

  @Test
  void aFaultyAddressIsRefusedInOneSentence() {
    Configuration conf = new Configuration(cluster.conf);
    conf.set(RpcKeys.ADDRESS.name(), "here");
    assertThatThrownBy(() -> MoverService.start(conf, cluster.fs.getUri()))
        .hasMessage(
            "dfs.mover.file.service.rpc.address: 'here' is not allowed; it has to be"
                + " HOST:PORT, with port 0 for any free port");
  }
}
