package org.tieredhdfs.mover.service.request;

/**
 * A file that was given up: it is not tried again until a user asks. Immutable.
 *
 * @param request the number of the request that it belonged to
 * @param user the user of the request; empty for events
 * @param reason the name of the {@link org.tieredhdfs.mover.api.Reason}
 * @param detail half a sentence; may be empty
 * @param atMs when it was given up, in milliseconds since 1970
 */
public record GivenUp(
    long inodeId,
    String path,
    long request,
    String user,
    String reason,
    String detail,
    long atMs) {}
