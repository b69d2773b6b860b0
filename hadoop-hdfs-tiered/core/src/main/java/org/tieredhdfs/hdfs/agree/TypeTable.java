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
 * The custom storage types of a process as sent to another one: {@code "RAMDISK=64 NVME=70+"}, with
 * a plus for those of which it has a volume.
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
        .map(
            type ->
                type.getValue() + "=" + type.getKey() + (used.contains(type.getValue()) ? "+" : ""))
        .collect(Collectors.joining(" "));
  }

  private Map<Integer, String> sorted() {
    Map<Integer, String> sorted = new TreeMap<>();
    numbers.forEach((name, number) -> sorted.put(number, name));
    return sorted;
  }

  /**
   * The differences that prevent a DataNode with another table from working with a NameNode that
   * has this one.
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
                differences.add(
                    name + " is " + number + " on the DataNode and " + ours + " on the NameNode");
              } else if (owner != null && !owner.equals(name)) {
                differences.add(
                    number + " is " + name + " on the DataNode and " + owner + " on the NameNode");
              } else if (ours == null && (!lenient || other.used.contains(name))) {
                differences.add(name + " (" + number + ") is only on the DataNode");
              }
            });
    here.forEach(
        (number, name) -> {
          if (!lenient && !other.numbers.containsKey(name)) {
            differences.add(name + " (" + number + ") is only on the NameNode");
          }
        });
    return differences;
  }
}
