package org.tieredhdfs.tiering.rule;

import org.tieredhdfs.tiering.image.FileInode;

/** Something that holds for a file or does not. Used by one thread, for one image. */
@FunctionalInterface
interface Condition {
  boolean fits(FileInode file);

  /** How much it takes to find out, against a number that is compared: what costs most is last. */
  default int cost() {
    return 1;
  }
}
