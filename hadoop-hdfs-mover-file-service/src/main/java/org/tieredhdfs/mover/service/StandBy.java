package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.net.BindException;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/** Decides whether a standby may keep waiting after an error. */
final class StandBy {
  private StandBy() {}

  /**
   * Whether an error may pass without an administrator: safe mode, an outage, another instance, a
   * lack of space. Other errors need a change where the instance runs.
   */
  static boolean mayPass(IOException e) {
    IOException cause = e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
    return !(cause instanceof AccessControlException
        || cause instanceof UnsupportedFileSystemException
        || cause instanceof BindException);
  }
}
