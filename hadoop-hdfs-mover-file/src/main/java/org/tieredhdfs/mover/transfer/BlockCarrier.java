package org.tieredhdfs.mover.transfer;

/** Moves one replica in the caller's thread and returns the outcome. */
public interface BlockCarrier {
  TransferOutcome carry(Transfer transfer);
}
