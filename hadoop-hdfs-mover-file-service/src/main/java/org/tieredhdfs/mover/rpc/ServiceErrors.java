package org.tieredhdfs.mover.rpc;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.ConnectTimeoutException;
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

  /** Whether a call failed before its request was sent: there was no connection. */
  static boolean isUnsent(IOException e) {
    return e instanceof ConnectException
        || e instanceof ConnectTimeoutException
        || e instanceof NoRouteToHostException
        || e instanceof UnknownHostException;
  }

  /**
   * Whether a connection ended before the response came. The service may have handled the request.
   * Neither a response that is late nor an interrupted caller is such an end.
   */
  static boolean isCutOff(IOException e) {
    return !(e instanceof RefusedCallException
        || e instanceof AccessControlException
        || e instanceof InterruptedIOException
        || e instanceof ClosedByInterruptException);
  }
}
