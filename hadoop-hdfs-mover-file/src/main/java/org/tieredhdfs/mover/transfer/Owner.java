package org.tieredhdfs.mover.transfer;

/** A request, whose transfers can be taken out of the queue together. Known by identity. */
@FunctionalInterface
public interface Owner {
  /** Whose requests take turns with those of others; the same for all where users do not count. */
  String user();
}
