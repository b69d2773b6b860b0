package org.tieredhdfs.bench.experiment;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Finds the cases that {@code --cases} names. */
public final class CaseNames {
  private static final List<String> ALL = List.of("all");

  private CaseNames() {}

  /**
   * Those asked for, in the order of {@code all}: one by its whole name, several by how their names
   * begin, up to a dash.
   *
   * @param asked empty or {@code all} for all of them
   * @throws IllegalArgumentException if a name is that of no case and no beginning of one
   */
  public static <T> List<T> choose(List<T> all, Function<T, String> nameOf, List<String> asked) {
    if (asked.isEmpty() || asked.equals(ALL)) {
      return all;
    }
    List<String> names = all.stream().map(nameOf).toList();
    Set<String> chosen = new HashSet<>();
    for (String one : asked) {
      List<String> found =
          names.contains(one)
              ? List.of(one)
              : names.stream().filter(name -> name.startsWith(one + "-")).toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "--cases: there is no '"
                + one
                + "'; there are "
                + String.join(", ", names)
                + ", and the beginnings of these, up to a dash");
      }
      chosen.addAll(found);
    }
    return all.stream().filter(one -> chosen.contains(nameOf.apply(one))).toList();
  }
}
