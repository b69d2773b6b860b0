package org.tieredhdfs.mover.rpc;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.authorize.PolicyProvider;
import org.apache.hadoop.security.authorize.Service;
import org.tieredhdfs.mover.conf.RpcKeys;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.FileMoverProtocolService;

/** The RPC server of the protocol, with Hadoop's authentication and authorization. */
public final class RpcFront implements AutoCloseable {
  private final RPC.Server server;

  /** Starts to accept calls. */
  public RpcFront(Configuration configured, URI fileSystem, ServiceOperations service)
      throws IOException {
    InetSocketAddress address = HostAndPort.of(RpcKeys.ADDRESS, configured);
    Configuration conf = new Configuration(configured);
    conf.setInt(
        CommonConfigurationKeys.IPC_MAXIMUM_DATA_LENGTH,
        Math.toIntExact(RpcKeys.MAX_CALL.getSizeBytes(conf)));
    RPC.setProtocolEngine(conf, FileMoverProtocolPB.class, ProtobufRpcEngine2.class);
    server =
        new RPC.Builder(conf)
            .setProtocol(FileMoverProtocolPB.class)
            .setInstance(
                FileMoverProtocolService.newReflectiveBlockingService(
                    new CallHandler(configured, fileSystem, service)))
            .setBindAddress(address.getHostString())
            .setPort(address.getPort())
            .setNumHandlers(RpcKeys.HANDLERS.getInt(conf))
            .setVerbose(false)
            .build();
    server.addTerseExceptions(IOException.class, AccessControlException.class);
    if (conf.getBoolean(CommonConfigurationKeys.HADOOP_SECURITY_AUTHORIZATION, false)) {
      server.refreshServiceAcl(conf, new Policy());
    }
    server.start();
  }

  /** The listen address, which may be the wildcard address. */
  public InetSocketAddress listening() {
    return server.getListenerAddress();
  }

  @Override
  public void close() {
    server.stop();
  }

  /** The service's entry of {@code hadoop-policy.xml}. */
  private static final class Policy extends PolicyProvider {
    @Override
    public Service[] getServices() {
      return new Service[] {new Service(RpcKeys.ACL_NAME, FileMoverProtocolPB.class)};
    }
  }
}
