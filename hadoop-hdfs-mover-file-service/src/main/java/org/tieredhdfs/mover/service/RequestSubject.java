package org.tieredhdfs.mover.service;

import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.service.request.QueuedRequest;

/**
 * By what repeated requests are known to be the same. Immutable.
 *
 * @param asker the user; of something in a snapshot with its path, since its inode is also in other
 *     snapshots and in the directory itself
 * @param group of a file that a walk has found for a user: the request; 0 otherwise
 */
record RequestSubject(long inodeId, String asker, long group) {

  /** That of a request; null if it is one of many that were asked for together. */
  static @Nullable RequestSubject of(QueuedRequest request) {
    if (request.isOfUser() && request.isFoundPart()) {
      return ofFound(request);
    }
    return request.groupSize() == 1 ? ofAsked(request) : null;
  }

  static RequestSubject ofAsked(QueuedRequest request) {
    return of(request, 0);
  }

  /** That of a file that a walk has found, which may have no number yet. */
  static RequestSubject ofFound(QueuedRequest file) {
    return of(file, file.isOfUser() ? file.group() : 0);
  }

  private static RequestSubject of(QueuedRequest request, long group) {
    FileRef file = new FileRef(request.inodeId(), request.path());
    String asker = file.isInSnapshot() ? request.user() + ' ' + file.path() : request.user();
    return new RequestSubject(file.inodeId(), asker, group);
  }
}
