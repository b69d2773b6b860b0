package org.tieredhdfs.rehearsal.stock.probe;

/** The operations of one client; each throws an exception that says what is wrong. */
public interface Operations {

  /**
   * Tries one, and looks at what came of it.
   *
   * @throws NotOfferedException if the client has no such operation
   */
  void run(Operation operation) throws Exception;
}
