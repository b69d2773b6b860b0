package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.net.BindException;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/** What an instance waits out, standing by, and what it ends with. */
final class StandBy {
  private StandBy() {}

  /**
   * Whether what keeps an instance from work may pass by itself: safe mode, an outage, another
   * instance, a lack of space. Else somebody has to change something where it runs.
   */
  static boolean mayPass(IOException e) {
    IOException cause = e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
    return !(cause instanceof AccessControlException
        || cause instanceof UnsupportedFileSystemException
        || cause instanceof BindException);
  }
}
