package org.tieredhdfs.rehearsal.stock.probe;

/** Thrown where a client has no such operation, whatever the storage type. */
public final class NotOfferedException extends Exception {
  private static final long serialVersionUID = 1L;

  public NotOfferedException(String message) {
    super(message);
  }
}
