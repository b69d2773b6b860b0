package org.tieredhdfs.verify;

import java.io.IOException;
import java.util.List;

/** Where rows are written and read back. Thread-safe. */
public interface RowStore {

  /** Writes rows; returns when all of them are acknowledged. Writing a row twice is allowed. */
  void write(List<ListRow> rows) throws IOException;

  /** Reads every row there is, each once, in any order. */
  void read(Reader reader) throws IOException;

  /** Told of each row. */
  interface Reader {

    /**
     * @param row what was read
     * @param isIntact whether all of it is as it was written
     */
    void row(ListRow row, boolean isIntact);
  }
}
