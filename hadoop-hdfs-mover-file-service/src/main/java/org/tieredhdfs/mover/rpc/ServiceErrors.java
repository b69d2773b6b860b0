package org.tieredhdfs.mover.rpc;

import java.io.IOException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** Errors in RPC responses: one sentence, without the server's stack trace. */
public final class ServiceErrors {
  private ServiceErrors() {}

  /** Whether the error is that the caller lacks permission. */
  static boolean isRefusal(IOException e) {
    IOException cause = e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
    return cause instanceof AccessControlException;
  }

  /** The first line of a failed call's message. */
  public static String sentence(Throwable e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return message.lines().findFirst().orElse("").strip();
  }

  /** The error of a call at the client. */
  static IOException ofCall(ServiceException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    if (cause instanceof RemoteException remote) {
      String sentence = sentence(remote);
      return isRefusal(remote)
          ? new AccessControlException(sentence)
          : new RefusedCallException(sentence);
    }
    return cause instanceof IOException io ? io : new IOException(cause);
  }
}
