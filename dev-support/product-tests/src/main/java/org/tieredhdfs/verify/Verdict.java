package org.tieredhdfs.verify;

import java.util.List;

/**
 * The result of checking the rows.
 *
 * @param found rows that are there
 * @param unacked of these, rows whose acknowledgement never came, which is no fault
 * @param lost one sentence for each row that has to be there and is not
 * @param damaged one sentence for each row that is not as it was written
 */
public record Verdict(long found, long unacked, List<String> lost, List<String> damaged) {
  public Verdict {
    lost = List.copyOf(lost);
    damaged = List.copyOf(damaged);
  }

  public boolean isGood() {
    return lost.isEmpty() && damaged.isEmpty();
  }
}
