package org.tieredhdfs.mover.service.journal;

import java.io.IOException;

/** A journal file holds something that was never written to it. */
final class DamagedJournalException extends IOException {
  private static final long serialVersionUID = 1L;

  DamagedJournalException(String message) {
    super(message);
  }
}
