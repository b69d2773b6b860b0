package org.tieredhdfs.hdfs.agree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tieredhdfs.hdfs.types.CustomStorageType;
import org.tieredhdfs.hdfs.types.StorageTypeTable;

/**
 * The custom storage types of a process as it tells them to another: {@code "RAMDISK=64 NVME=70+"},
 * with a plus behind those of which it has a volume.
 *
 * <p>Immutable.
 *
 * @param numbers the number of each name
 * @param used names of the types that have a volume
 */
record TypeTable(Map<String, Integer> numbers, Set<String> used) {

  TypeTable {
    numbers = Map.copyOf(numbers);
    used = Set.copyOf(used);
  }

  /** That of this process. */
  static TypeTable own(Set<String> used) {
    Map<String, Integer> numbers =
        StorageTypeTable.types().stream()
            .collect(Collectors.toMap(CustomStorageType::name, CustomStorageType::number));
    return new TypeTable(numbers, used);
  }

  /** Reads what {@link #text} has written; a word that is none is left out. */
  static TypeTable parse(String text) {
    Map<String, Integer> numbers = new HashMap<>();
    List<String> used = new ArrayList<>();
    for (String word : text.split(" ", -1)) {
      int equals = word.indexOf('=');
      boolean isUsed = word.endsWith("+");
      String number = word.substring(equals + 1, word.length() - (isUsed ? 1 : 0));
      if (equals > 0 && number.matches("[0-9]{1,9}")) {
        String name = word.substring(0, equals);
        numbers.put(name, Integer.valueOf(number));
        if (isUsed) {
          used.add(name);
        }
      }
    }
    return new TypeTable(numbers, Set.copyOf(used));
  }

  String text() {
    return sorted().entrySet().stream()
        .map(type -> type.getValue() + "=" + type.getKey() + mark(type.getValue()))
        .collect(Collectors.joining(" "));
  }

  private String mark(String name) {
    return used.contains(name) ? "+" : "";
  }

  private Map<Integer, String> sorted() {
    Map<Integer, String> sorted = new TreeMap<>();
    numbers.forEach((name, number) -> sorted.put(number, name));
    return sorted;
  }

  /**
   * What keeps a DataNode with another table from working with a NameNode that has this one.
   *
   * @param other the DataNode's
   * @param lenient whether types that only one of them has are let in, as long as the DataNode has
   *     no volume of one that the NameNode does not know
   * @return a phrase for each difference; empty if they agree
   */
  List<String> differences(TypeTable other, boolean lenient) {
    List<String> differences = new ArrayList<>();
    Map<Integer, String> here = sorted();
    other
        .sorted()
        .forEach(
            (number, name) -> {
              Integer ours = numbers.get(name);
              String owner = here.get(number);
              if (ours != null && !ours.equals(number)) {
                differences.add(name + " is " + number + " there and " + ours + " here");
              } else if (owner != null && !owner.equals(name)) {
                differences.add(number + " is " + name + " there and " + owner + " here");
              } else if (ours == null && (!lenient || other.used.contains(name))) {
                differences.add(name + " (" + number + ") is there and not here");
              }
            });
    here.forEach(
        (number, name) -> {
          if (!lenient && !other.numbers.containsKey(name)) {
            differences.add(name + " (" + number + ") is here and not there");
          }
        });
    return differences;
  }
}
