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
 *
 * <p>The service may have restarted since the last call, or another instance may be active. So a
 * call whose connection fails is repeated once on a new one, if that cannot do it twice: either it
 * was not sent, or it may be repeated.
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

  /** For calls that may be made twice, since the second changes nothing more. */
  private <T> T repeatable(Call<T> call) throws IOException {
    return call(true, call);
  }

  /** For calls that may be repeated only if they were not sent. */
  private <T> T once(Call<T> call) throws IOException {
    // Hadoop finds out that an idle connection was closed only when it has sent something there
    limits(LimitsProto.getDefaultInstance());
    return call(false, call);
  }

  private <T> T call(boolean isRepeatable, Call<T> call) throws IOException {
    FileMoverProtocolPB old = connected;
    FileMoverProtocolPB first = old == null ? connect() : old;
    try {
      return make(call, first);
    } catch (IOException e) {
      // a new client may get the connection of an earlier one; its address has just been read
      boolean isRepeated =
          ServiceErrors.isUnsent(e) ? old != null : isRepeatable && ServiceErrors.isCutOff(e);
      if (!isRepeated || Thread.currentThread().isInterrupted()) {
        throw e;
      }
    }
    return make(call, connect());
  }

  private <T> T make(Call<T> call, FileMoverProtocolPB service) throws IOException {
    connected = service;
    try {
      return call.make(service);
    } catch (ServiceException e) {
      IOException error = ServiceErrors.ofCall(e);
      if (!(error instanceof RefusedCallException)) {
        disconnect();
      }
      if (error instanceof ConnectException) {
        ConnectException told =
            new ConnectException("the file mover's service is not running: " + error.getMessage());
        told.initCause(e);
        throw told;
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
    return once(service -> service.submit(null, request));
  }

  public RequestStatusProto status(long id) throws IOException {
    StatusRequestProto request = StatusRequestProto.newBuilder().setId(id).build();
    return repeatable(service -> service.status(null, request)).getStatus();
  }

  /** Cancels a request; returns its status. */
  public RequestStatusProto cancel(long id) throws IOException {
    CancelRequestProto request = CancelRequestProto.newBuilder().setId(id).build();
    return repeatable(service -> service.cancel(null, request)).getStatus();
  }

  /** The requests with a higher number: those of the user or, for a superuser, of all users. */
  public ListResponseProto list(long after, int max) throws IOException {
    ListRequestProto request = ListRequestProto.newBuilder().setAfter(after).setMax(max).build();
    return repeatable(service -> service.list(null, request));
  }

  /** Retries failures, or lists them. */
  public RetryResponseProto retry(RetryRequestProto request) throws IOException {
    Call<RetryResponseProto> call = service -> service.retry(null, request);
    return request.getIsListOnly() ? repeatable(call) : once(call);
  }

  /** Reloads the rules; returns a line for each. */
  public List<String> reloadRules() throws IOException {
    return repeatable(
            service -> service.reloadRules(null, ReloadRulesRequestProto.getDefaultInstance()))
        .getRulesList();
  }

  /** Rechecks everything at and below paths with all rules; returns the errors. */
  public List<String> recheck(List<String> paths) throws IOException {
    RecheckRequestProto request = RecheckRequestProto.newBuilder().addAllPaths(paths).build();
    return once(service -> service.recheck(null, request)).getErrorsList();
  }

  /** Changes the given limits, and returns all limits. */
  public LimitsProto limits(LimitsProto changed) throws IOException {
    LimitsRequestProto request = LimitsRequestProto.newBuilder().setLimits(changed).build();
    return repeatable(service -> service.limits(null, request)).getLimits();
  }

  @Override
  public void close() throws IOException {
    disconnect();
    fileSystem.close();
  }
}
