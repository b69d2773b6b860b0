package org.tieredhdfs.mover.work;

/**
 * The identity of a request.
 *
 * @param id by which the audit log names it
 * @param user with whose requests those of others take turns; empty where users do not count
 */
public record RequestRef(long id, String user) {}
