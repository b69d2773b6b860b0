package org.tieredhdfs.mover.conf;

import java.util.List;
import org.tieredhdfs.hdfs.conf.ConfigKey;

/** The keys of the service's protocol. */
public final class RpcKeys {
  public static final String PRINCIPAL_NAME = "dfs.mover.file.service.kerberos.principal";

  /** The key of {@code hadoop-policy.xml} with the users of the protocol. */
  public static final String ACL_NAME = "security.file.mover.protocol.acl";

  private static final String SERVICE = "file-level mover's service";
  private static final long HOUR_MS = 3_600_000;

  public static final ConfigKey ADDRESS =
      ConfigKey.text(
          "dfs.mover.file.service.rpc.address",
          "127.0.0.1:0",
          SERVICE,
          "HOST:PORT for requests to the active instance. 127.0.0.1 accepts only clients on the"
              + " same machine, 0.0.0.0 all. Port 0: any free port; clients find it in HDFS.");

  public static final ConfigKey HANDLERS =
      ConfigKey.integer(
          "dfs.mover.file.service.rpc.handlers", 4, 1, 256, SERVICE, "The number of RPC handlers.");

  public static final ConfigKey MAX_CALL =
      ConfigKey.size(
          "dfs.mover.file.service.rpc.max.call",
          "4m",
          64 * 1024,
          128L << 20,
          SERVICE,
          "The maximum size of a call; a larger one closes its connection.");

  public static final ConfigKey TIMEOUT =
      ConfigKey.duration(
          "dfs.mover.file.service.rpc.timeout",
          "1m",
          100,
          HOUR_MS,
          "clients of the file-level mover's service",
          "The timeout of a call.");

  public static final ConfigKey PRINCIPAL =
      ConfigKey.text(
          PRINCIPAL_NAME,
          "",
          SERVICE + ", its clients",
          "The service's Kerberos principal, such as 'mover/_HOST@EXAMPLE.COM'; required if Hadoop"
              + " uses Kerberos.");

  public static final ConfigKey KEYTAB =
      ConfigKey.text(
          "dfs.mover.file.service.keytab.file",
          "",
          SERVICE,
          "The keytab of that principal. Empty: the current login.");

  private RpcKeys() {}

  /** All of them, in the order of the reference page. */
  public static List<ConfigKey> all() {
    return List.of(ADDRESS, HANDLERS, MAX_CALL, TIMEOUT, PRINCIPAL, KEYTAB);
  }
}
