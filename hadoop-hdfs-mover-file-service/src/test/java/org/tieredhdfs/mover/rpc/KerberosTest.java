package org.tieredhdfs.mover.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.util.KerberosName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.conf.RpcKeys;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.SubmitResponseProto;
import org.tieredhdfs.mover.service.MoverService;
import org.tieredhdfs.waits.Waits;

/** The service where Kerberos, SASL between all, and block tokens are on. */
class KerberosTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir static File folder;
  private static MiniKdc kdc;
  private static File keytab;
  private static MoverCluster cluster;
  private static MoverService service;

  @BeforeAll
  static void start() throws Exception {
    kdc = new MiniKdc(MiniKdc.createConf(), folder);
    kdc.start();
    keytab = new File(folder, "all.keytab");
    kdc.createPrincipal(keytab, "hdfs/localhost", "HTTP/localhost", "ann", "bob");
    String hdfs = "hdfs/localhost@" + kdc.getRealm();

    Configuration conf = MoverCluster.shortIntervals();
    conf.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION, "kerberos");
    KerberosName.resetDefaultRealm();
    UserGroupInformation.setConfiguration(conf);
    for (String principal :
        List.of(
            DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
            DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY,
            RpcKeys.PRINCIPAL_NAME)) {
      conf.set(principal, hdfs);
    }
    for (String file :
        List.of(
            DFSConfigKeys.DFS_NAMENODE_KEYTAB_FILE_KEY,
            DFSConfigKeys.DFS_DATANODE_KEYTAB_FILE_KEY,
            DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_KEYTAB_KEY)) {
      conf.set(file, keytab.getPath());
    }
    conf.set(
        DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_PRINCIPAL_KEY,
        "HTTP/localhost@" + kdc.getRealm());
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    conf.set(HdfsClientConfigKeys.DFS_DATA_TRANSFER_PROTECTION_KEY, "authentication");
    conf.setBoolean(DFSConfigKeys.IGNORE_SECURE_PORTS_FOR_TESTING_KEY, true);
    conf.set("hadoop.proxyuser.hdfs.hosts", "*");
    conf.set("hadoop.proxyuser.hdfs.users", "ann,bob");
    conf.set(MoverKeys.SERVICE_ROOTS.name(), "/followed");
    UserGroupInformation.loginUserFromKeytab(hdfs, keytab.getPath());
    cluster =
        new MoverCluster(
            conf,
            new MiniDFSCluster.Builder(conf, new File(folder, "dfs"))
                .numDataNodes(2)
                .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK})
                .storagesPerDatanode(2));
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
  }

  @AfterAll
  static void stop() throws Exception {
    try {
      if (service != null) {
        service.close();
      }
      if (cluster != null) {
        cluster.close();
      }
    } finally {
      kdc.stop();
      UserGroupInformation.reset();
      UserGroupInformation.setConfiguration(new Configuration());
    }
  }

  private static UserGroupInformation loggedIn(String user) throws IOException {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(
        user + "@" + kdc.getRealm(), keytab.getPath());
  }

  @Test
  void whoMayWriteIsServedWhoMayNotIsRefusedAndWhoCannotProveTheirNameIsNotHeard()
      throws Exception {
    Path file = cluster.file("/ann/file", 3, 2);
    cluster.fs.setOwner(file, "ann", "ann");
    cluster.fs.setPermission(file, new FsPermission((short) 0600));
    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    List<String> paths = List.of(file.toString());

    PrivilegedExceptionAction<SubmitResponseProto> submit =
        () -> {
          try (FileMoverClient client = new FileMoverClient(cluster.conf, cluster.fs.getUri())) {
            return client.submit(paths, false);
          }
        };
    SubmitResponseProto refused = loggedIn("bob").doAs(submit);
    assertThat(refused.hasId()).isFalse();
    assertThat(refused.getErrors(0)).contains("Permission denied: user=bob", "/ann/file");
    assertThatThrownBy(() -> UserGroupInformation.createRemoteUser("ann").doAs(submit))
        .hasStackTraceContaining("authenticate");

    UserGroupInformation ann = loggedIn("ann");
    long id = ann.doAs(submit).getId();
    PrivilegedExceptionAction<RequestStatusProto> end =
        () -> {
          try (FileMoverClient client = new FileMoverClient(cluster.conf, cluster.fs.getUri())) {
            return Waits.until(
                "the end of the request",
                PATIENCE,
                () -> client.status(id),
                RequestStatusProto::hasEndedMs);
          }
        };
    assertThat(ann.doAs(end).getReplicasMoved()).isEqualTo(6);
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 6));
    assertThat(cluster.isAsWritten(file, 3)).isTrue();
  }
}
