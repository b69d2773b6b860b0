package org.tieredhdfs.mover.service;

import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.service.request.QueuedRequest;

/**
 * By what repeated requests are known to be the same. Immutable.
 *
 * @param group of a file that a walk has found for a user: the request; 0 otherwise
 */
record RequestSubject(long inodeId, String user, long group) {

  /** That of a request; null if it is one of many that were asked for together. */
  static @Nullable RequestSubject of(QueuedRequest request) {
    if (request.isOfUser() && request.isFoundPart()) {
      return ofFound(request);
    }
    return request.groupSize() == 1 ? ofAsked(request.inodeId(), request.user()) : null;
  }

  static RequestSubject ofAsked(long inodeId, String user) {
    return new RequestSubject(inodeId, user, 0);
  }

  /** That of a file that a walk has found, which may have no number yet. */
  static RequestSubject ofFound(QueuedRequest file) {
    return new RequestSubject(file.inodeId(), file.user(), file.isOfUser() ? file.group() : 0);
  }
}
