package org.tieredhdfs.tiering.cli;

import java.io.IOException;
import org.tieredhdfs.tiering.image.NamespaceImage;

/** Sees all files of an image, and tells of those that were asked for. */
interface Selection extends NamespaceImage.Visitor {
  /**
   * Prints what is left to say.
   *
   * @param image its name
   * @param transactionsSince how many the image does not have; -1 if that is not known
   * @throws IOException if not all was printed
   */
  void end(String image, long transactionsSince) throws IOException;
}
