package org.tieredhdfs.mover.transfer;

/** Something that moves one replica and says what came of it, in the caller's thread. */
public interface BlockCarrier {
  TransferOutcome carry(Transfer transfer);
}
