package org.tieredhdfs.hdfs.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;

/**
 * Converts storage types in the JSON of WebHDFS: to aliases for stock clients, and back.
 *
 * <p>A stock client fails on a name that it does not know. So a list with custom types has their
 * aliases, and the true names stand in a list whose name begins with {@value #PREFIX}. Stateless.
 */
public final class ShownJson {

  /** Begins the names of the lists that stock clients leave alone. */
  static final String PREFIX = "tiered.";

  private static final List<String> LISTS =
      List.of("storageTypes", "creationFallbacks", "replicationFallbacks");

  private ShownJson() {}

  /**
   * @param json a map in the making, with lists of types among its values, or null
   */
  @SuppressWarnings("unchecked") // JsonUtil always returns such a map
  public static void show(@Nullable Object json) {
    if (json != null) {
      LISTS.forEach(list -> show((Map<String, Object>) json, list));
    }
  }

  private static void show(Map<String, Object> json, String list) {
    if (json.get(list) instanceof Object[] types) {
      Object[] shown = Arrays.stream(types).map(ShownJson::shown).toArray();
      if (!Arrays.equals(types, shown)) {
        json.put(list, shown);
        json.put(PREFIX + list, types);
      }
    }
  }

  private static Object shown(Object type) {
    StorageType alias = StorageTypeBridge.alias((StorageType) type);
    return alias == null ? type : alias;
  }

  /** The map with the true types; those unknown here keep their alias. */
  public static @Nullable Map<?, ?> restore(@Nullable Map<?, ?> json) {
    if (json == null || LISTS.stream().noneMatch(list -> json.containsKey(PREFIX + list))) {
      return json;
    }
    Map<Object, Object> meant = new HashMap<>(json);
    for (String list : LISTS) {
      if (json.get(PREFIX + list) instanceof List<?> names
          && json.get(list) instanceof List<?> shown
          && names.size() == shown.size()) {
        meant.put(list, meant(names, shown));
      }
    }
    return meant;
  }

  private static List<Object> meant(List<?> names, List<?> shown) {
    List<Object> meant = new ArrayList<>(shown);
    for (int i = 0; i < meant.size(); i++) {
      String name = String.valueOf(names.get(i));
      if (StorageTypeBridge.isKnown(name)) {
        meant.set(i, name);
      }
    }
    return meant;
  }
}
