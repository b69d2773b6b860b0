package org.tieredhdfs.verify.parity;

/** One step of a client's script. */
public interface ScriptStep {
  /** Whether the client only waits. */
  boolean isRest();

  /** Whether it can be done although an earlier step has failed. */
  boolean beginsAnew();
}
