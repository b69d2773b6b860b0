package org.tieredhdfs.verify.parity;

import java.util.ArrayList;
import java.util.List;

/**
 * What is played on both sides.
 *
 * @param seed of the content of files
 * @param scripts the operations of each client, one after the other
 * @param faults that begin at a given operation
 */
public record Schedule<S extends ScriptStep, F extends PlannedFault>(
    long seed, List<List<S>> scripts, List<F> faults) {
  public Schedule {
    scripts = scripts.stream().map(List::copyOf).toList();
    faults = List.copyOf(faults);
  }

  /** All of it, for people. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int client = 0; client < scripts.size(); client++) {
      lines.add("client " + client + ": " + scripts.get(client));
    }
    faults.forEach(fault -> lines.add("fault: " + fault));
    return lines;
  }
}
