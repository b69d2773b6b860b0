package org.tieredhdfs.mover.service.journal;

import java.io.IOException;

/** A journal file is corrupt. */
final class DamagedJournalException extends IOException {
  private static final long serialVersionUID = 1L;

  DamagedJournalException(String message) {
    super(message);
  }
}
