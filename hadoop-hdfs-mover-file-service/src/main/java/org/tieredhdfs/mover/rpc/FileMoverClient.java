package org.tieredhdfs.mover.rpc;

import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.conf.RpcKeys;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.CancelRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.ListRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.ListResponseProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RecheckRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.ReloadRulesRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RetryRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RetryResponseProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.StatusRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.SubmitRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.SubmitResponseProto;

/**
 * A client of the service. It finds the active instance by the address file in HDFS, and reads it
 * again after each failed connection. Used by one thread.
 */
public final class FileMoverClient implements Closeable {
  /** The most paths of a request. */
  public static final int MAX_PATHS = CallHandler.MAX_PATHS;

  private final Configuration conf;
  private final FileSystem fileSystem;
  private final Path directory;
  private @Nullable FileMoverProtocolPB connected;

  /**
   * @param fileSystem the HDFS that the service works for: {@code hdfs://nameservice}
   */
  public FileMoverClient(Configuration configured, URI fileSystem) throws IOException {
    this.conf = new Configuration(configured);
    RPC.setProtocolEngine(conf, FileMoverProtocolPB.class, ProtobufRpcEngine2.class);
    this.fileSystem = FileSystem.newInstance(fileSystem, conf);
    this.directory = new Path(MoverKeys.SERVICE_DIRECTORY.getText(conf));
  }

  /** A call. */
  private interface Call<T> {
    T make(FileMoverProtocolPB service) throws ServiceException;
  }

  private <T> T call(Call<T> call) throws IOException {
    FileMoverProtocolPB service = connected == null ? connect() : connected;
    connected = service;
    try {
      return call.make(service);
    } catch (ServiceException e) {
      IOException error = ServiceErrors.ofCall(e);
      if (!(error instanceof RefusedCallException)) {
        disconnect();
      }
      if (error instanceof ConnectException) {
        throw new IOException("the file mover's service is not running: " + error.getMessage(), e);
      }
      throw error;
    }
  }

  private FileMoverProtocolPB connect() throws IOException {
    InetSocketAddress address = ServiceAddress.find(fileSystem, directory);
    return RPC.getProtocolProxy(
            FileMoverProtocolPB.class,
            FileMoverProtocolPB.VERSION,
            address,
            UserGroupInformation.getCurrentUser(),
            conf,
            NetUtils.getDefaultSocketFactory(conf),
            Math.toIntExact(RpcKeys.TIMEOUT.getDurationMs(conf)),
            RetryPolicies.TRY_ONCE_THEN_FAIL)
        .getProxy();
  }

  private void disconnect() {
    if (connected != null) {
      RPC.stopProxy(connected);
      connected = null;
    }
  }

  /**
   * Asks for paths to be moved; nothing that was accepted is lost.
   *
   * @param paths at most {@link #MAX_PATHS}
   */
  public SubmitResponseProto submit(List<String> paths, boolean isRecursive) throws IOException {
    SubmitRequestProto request =
        SubmitRequestProto.newBuilder().addAllPaths(paths).setRecursive(isRecursive).build();
    return call(service -> service.submit(null, request));
  }

  public RequestStatusProto status(long id) throws IOException {
    StatusRequestProto request = StatusRequestProto.newBuilder().setId(id).build();
    return call(service -> service.status(null, request)).getStatus();
  }

  /** Cancels a request; returns its status. */
  public RequestStatusProto cancel(long id) throws IOException {
    CancelRequestProto request = CancelRequestProto.newBuilder().setId(id).build();
    return call(service -> service.cancel(null, request)).getStatus();
  }

  /** The requests with a higher number: those of the user or, for a superuser, of all users. */
  public ListResponseProto list(long after, int max) throws IOException {
    ListRequestProto request = ListRequestProto.newBuilder().setAfter(after).setMax(max).build();
    return call(service -> service.list(null, request));
  }

  /** Retries failures, or lists them. */
  public RetryResponseProto retry(RetryRequestProto request) throws IOException {
    return call(service -> service.retry(null, request));
  }

  /** Reloads the rules; returns a line for each. */
  public List<String> reloadRules() throws IOException {
    return call(service -> service.reloadRules(null, ReloadRulesRequestProto.getDefaultInstance()))
        .getRulesList();
  }

  /** Rechecks everything at and below paths with all rules; returns the errors. */
  public List<String> recheck(List<String> paths) throws IOException {
    RecheckRequestProto request = RecheckRequestProto.newBuilder().addAllPaths(paths).build();
    return call(service -> service.recheck(null, request)).getErrorsList();
  }

  /** Changes the given limits, and returns all limits. */
  public LimitsProto limits(LimitsProto changed) throws IOException {
    LimitsRequestProto request = LimitsRequestProto.newBuilder().setLimits(changed).build();
    return call(service -> service.limits(null, request)).getLimits();
  }

  @Override
  public void close() throws IOException {
    disconnect();
    fileSystem.close();
  }
}
