package org.tieredhdfs.mover.transfer;

/** A request whose transfers can be removed from the queue together. Compared by identity. */
@FunctionalInterface
public interface Owner {
  /** Whose requests take turns with those of others; the same for all where users do not count. */
  String user();
}
