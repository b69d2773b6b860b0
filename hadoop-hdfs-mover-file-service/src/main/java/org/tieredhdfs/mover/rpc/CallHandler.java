package org.tieredhdfs.mover.rpc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.com.google.common.cache.CacheBuilder;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.mover.rpc.ServiceOperations.Asked;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.CancelRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.CancelResponseProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsResponseProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.ListRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.ListResponseProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RecheckRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RecheckResponseProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.ReloadRulesRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.ReloadRulesResponseProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RetryRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RetryResponseProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.StatusRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.StatusResponseProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.SubmitRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.SubmitResponseProto;

/**
 * Handles calls, and refuses what a caller may not do.
 *
 * <p>Users with write access to a file or directory may have it moved, and see and cancel their own
 * requests; an HDFS superuser sees and cancels all, and changes limits. Thread-safe.
 */
final class CallHandler implements FileMoverProtocolPB {
  static final int MAX_PATHS = 1_000;
  static final int MAX_LISTED = 1_000;
  private static final int MAX_USERS = 1_000;

  private static final Logger AUDIT = LoggerFactory.getLogger("org.tieredhdfs.mover.audit");
  private static final Logger LOG = LoggerFactory.getLogger(CallHandler.class);

  private final Configuration conf;
  private final URI fileSystem;
  private final ServiceOperations service;
  private final Map<String, UserGroupInformation> users =
      CacheBuilder.newBuilder()
          .maximumSize(MAX_USERS)
          .<String, UserGroupInformation>build()
          .asMap();

  CallHandler(Configuration conf, URI fileSystem, ServiceOperations service) {
    this.conf = conf;
    this.fileSystem = fileSystem;
    this.service = service;
  }

  /** The work of a call. */
  private interface Call<T> {
    T answer(Caller caller) throws IOException;
  }

  private <T> T answer(String operation, Call<T> call) throws ServiceException {
    UserGroupInformation remote = Server.getRemoteUser();
    try {
      if (remote == null) {
        throw new IOException("nobody has called");
      }
      try (Caller caller = Caller.of(remote, users, conf, fileSystem)) {
        return call.answer(caller);
      }
    } catch (IOException e) {
      LOG.info("{} of {} fails: {}", operation, remote, ServiceErrors.sentence(e));
      throw new ServiceException(e);
    } catch (ConfigurationFaultsException e) {
      throw new ServiceException(new IOException(String.join("; ", e.faults()), e));
    } catch (RuntimeException e) {
      LOG.error("{} of {} fails", operation, remote, e);
      throw new ServiceException(new IOException("the service failed: " + e, e));
    }
  }

  @Override
  public SubmitResponseProto submit(RpcController controller, SubmitRequestProto request)
      throws ServiceException {
    return answer("submit", caller -> submit(caller, request));
  }

  private SubmitResponseProto submit(Caller caller, SubmitRequestProto request) throws IOException {
    int paths = request.getPathsCount();
    if (paths < 1 || paths > MAX_PATHS) {
      throw new IOException(
          "a request of " + paths + " paths is not allowed; it has to be from 1 to " + MAX_PATHS);
    }
    SubmitResponseProto.Builder response = SubmitResponseProto.newBuilder();
    List<Asked> files = writable(caller, request.getPathsList(), response::addErrors);
    if (!files.isEmpty()) {
      response.setId(service.submit(caller.user(), files, request.getRecursive()));
    }
    InetAddress address = Server.getRemoteIp();
    AUDIT.info(
        "request={} user={} address={} accepted={} refused={} path={}",
        response.getId(),
        caller.user(),
        address,
        files.size(),
        response.getErrorsCount(),
        request.getPaths(0));
    return response.build();
  }

  private static List<Asked> writable(Caller caller, List<String> paths, Consumer<String> errors) {
    List<Asked> files = new ArrayList<>();
    for (String path : paths) {
      try {
        files.add(caller.writable(path));
      } catch (IOException e) {
        String sentence = ServiceErrors.sentence(e);
        errors.accept(sentence.contains(path) ? sentence : path + ": " + sentence);
      }
    }
    return files;
  }

  @Override
  public StatusResponseProto status(RpcController controller, StatusRequestProto request)
      throws ServiceException {
    return answer(
        "status",
        caller ->
            StatusResponseProto.newBuilder().setStatus(theirs(caller, request.getId())).build());
  }

  /** A request that the caller may see. */
  private RequestStatusProto theirs(Caller caller, long id) throws IOException {
    RequestStatusProto status = service.status(id);
    if (status == null || !(status.getUser().equals(caller.user()) || caller.isSuperuser())) {
      String why = " is unknown: it never existed, belongs to somebody else, or ended long ago";
      throw new IOException("request " + id + why);
    }
    return caller.visible(status);
  }

  @Override
  public CancelResponseProto cancel(RpcController controller, CancelRequestProto request)
      throws ServiceException {
    return answer(
        "cancel",
        caller -> {
          RequestStatusProto known = theirs(caller, request.getId());
          service.cancel(request.getId());
          AUDIT.info("request={} cancelled by user={}", request.getId(), caller.user());
          RequestStatusProto now = service.status(request.getId());
          return CancelResponseProto.newBuilder()
              .setStatus(now == null ? known : caller.visible(now))
              .build();
        });
  }

  @Override
  public ListResponseProto list(RpcController controller, ListRequestProto request)
      throws ServiceException {
    return answer(
        "list",
        caller -> {
          int max = request.hasMax() ? request.getMax() : MAX_LISTED;
          if (max < 1 || max > MAX_LISTED) {
            throw new IOException(
                "a list of " + max + " is not allowed; it has to be from 1 to " + MAX_LISTED);
          }
          Predicate<String> visible = visibleTo(caller);
          List<RequestStatusProto> found = service.list(request.getAfter(), max + 1, visible);
          ListResponseProto.Builder response = ListResponseProto.newBuilder();
          for (RequestStatusProto one : found.subList(0, Math.min(max, found.size()))) {
            response.addRequests(caller.visible(one));
          }
          return response.setHasMore(found.size() > max).setOpen(service.open()).build();
        });
  }

  /** The users whose requests a caller may see. */
  private static Predicate<String> visibleTo(Caller caller) throws IOException {
    return caller.isSuperuser() ? any -> true : user -> user.equals(caller.user());
  }

  @Override
  public RetryResponseProto retry(RpcController controller, RetryRequestProto request)
      throws ServiceException {
    return answer(
        "retry",
        caller -> {
          RetryResponseProto response =
              caller.visible(service.retry(caller.user(), request, visibleTo(caller)));
          if (!request.getIsListOnly()) {
            AUDIT.info(
                "request={} retry of {} by user={} hastened={}",
                response.getId(),
                request.getIdsList(),
                caller.user(),
                response.getHastened());
          }
          return response;
        });
  }

  @Override
  public ReloadRulesResponseProto reloadRules(
      RpcController controller, ReloadRulesRequestProto request) throws ServiceException {
    return answer(
        "reload rules",
        caller -> {
          caller.requireSuperuser("reload the rules");
          List<String> rules = service.reloadRules();
          AUDIT.info("rules={} reloaded by user={}", rules, caller.user());
          return ReloadRulesResponseProto.newBuilder().addAllRules(rules).build();
        });
  }

  @Override
  public RecheckResponseProto recheck(RpcController controller, RecheckRequestProto request)
      throws ServiceException {
    return answer(
        "recheck",
        caller -> {
          caller.requireSuperuser("have rules applied");
          RecheckResponseProto.Builder response = RecheckResponseProto.newBuilder();
          List<Asked> places = writable(caller, request.getPathsList(), response::addErrors);
          if (!places.isEmpty()) {
            service.recheck(places);
          }
          AUDIT.info("recheck={} by user={}", request.getPathsList(), caller.user());
          return response.build();
        });
  }

  @Override
  public LimitsResponseProto limits(RpcController controller, LimitsRequestProto request)
      throws ServiceException {
    return answer(
        "limits",
        caller -> {
          LimitsProto wanted = request.getLimits();
          if (!wanted.equals(LimitsProto.getDefaultInstance())) {
            caller.requireSuperuser("change the limits");
            service.setLimits(WireLimits.changed(service.limits(), wanted), wanted);
            AUDIT.info("limits={} set by user={}", service.limits(), caller.user());
          }
          return LimitsResponseProto.newBuilder()
              .setLimits(WireLimits.of(service.limits()))
              .build();
        });
  }
}
