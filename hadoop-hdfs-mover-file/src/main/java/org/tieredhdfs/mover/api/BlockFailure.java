package org.tieredhdfs.mover.api;

/**
 * A block that was given up.
 *
 * @param block its name: {@code blk_1073741825}
 * @param detail what else is known, such as the words of a DataNode; may be empty
 */
public record BlockFailure(String block, Reason reason, String detail) {

  /** One line for people. */
  public String describe() {
    return block + ": " + reason.meaning() + (detail.isEmpty() ? "" : " (" + detail + ")");
  }
}
