package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.mover.service.CarriedEvents.Carried;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;

/** Paths of events against a namespace in which the same happens to inodes. */
class CarriedEventsTest {
  private static final int SEQUENCES = Integer.getInteger("carried.sequences", 10_000);
  private static final int STEPS = 25;
  private static final String[] NAMES = {"a", "b", "c"};

  /** A namespace of numbers, and the events that come of what is done to it. */
  private static final class Model {
    final NavigableMap<String, Integer> inodes = new TreeMap<>();
    final Set<String> directories = new TreeSet<>();
    final CarriedEvents carried = new CarriedEvents();
    final Set<Integer> concerned = new TreeSet<>();
    final List<String> done = new ArrayList<>();
    final Random random;
    private int lastInode;
    private long transaction;

    Model(long seed) {
      random = new Random(seed);
      for (String name : NAMES) {
        make("/" + name, true);
      }
    }

    void make(String path, boolean isDirectory) {
      drop(path);
      inodes.put(path, ++lastInode);
      if (isDirectory) {
        directories.add(path);
      }
      carried.deleted(path);
      done.add("make " + path);
    }

    NavigableMap<String, Integer> tree(String path) {
      NavigableMap<String, Integer> tree =
          new TreeMap<>(inodes.subMap(path + '/', true, path + '0', false));
      if (inodes.containsKey(path)) {
        tree.put(path, inodes.get(path));
      }
      return tree;
    }

    void drop(String path) {
      tree(path)
          .keySet()
          .forEach(
              one -> {
                inodes.remove(one);
                directories.remove(one);
              });
    }

    void rename(String source, String target) {
      drop(target);
      NavigableMap<String, Integer> moved = tree(source);
      Set<String> folders = new TreeSet<>(directories);
      drop(source);
      moved.forEach(
          (path, inode) -> {
            String there = target + path.substring(source.length());
            inodes.put(there, inode);
            if (folders.contains(path)) {
              directories.add(there);
            }
          });
      carried.renamed(source, target);
      concerns(target, Origin.RENAME);
      done.add("rename " + source + " " + target);
    }

    void concerns(String path, Origin origin) {
      concerned.add(inodes.get(path));
      carried.add(++transaction, path, origin, null);
    }

    String any() {
      List<String> paths = new ArrayList<>(inodes.keySet());
      return paths.get(random.nextInt(paths.size()));
    }

    String fresh() {
      List<String> folders = new ArrayList<>(directories);
      return folders.get(random.nextInt(folders.size())) + '/' + NAMES[random.nextInt(3)];
    }

    void step() {
      String path = any();
      String target = fresh();
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          boolean isAllowed =
              !target.equals(path)
                  && !target.startsWith(path + '/')
                  && !directories.contains(target)
                  && path.lastIndexOf('/') > 0;
          if (isAllowed) {
            rename(path, target);
          }
        }
        case 2 -> {
          carried.policyChanged(path);
          concerns(path, Origin.POLICY_CHANGE);
          done.add("policy " + path);
        }
        case 3 -> {
          if (path.lastIndexOf('/') > 0) {
            drop(path);
            carried.deleted(path);
            done.add("delete " + path);
          }
        }
        default -> {
          if (!directories.contains(target)) {
            make(target, random.nextBoolean() && !inodes.containsKey(target));
          }
        }
      }
    }
  }

  @Test
  void whatIsAtTheirPathsInTheEndIsWhatTheyHappenedTo() {
    for (long seed = 0; seed < SEQUENCES; seed++) {
      Model model = new Model(seed);
      for (int i = 0; i < STEPS; i++) {
        model.step();
      }
      Set<Integer> expected = new TreeSet<>(model.concerned);
      expected.retainAll(model.inodes.values());
      Set<Integer> found =
          model.carried.begin(Integer.MAX_VALUE).stream()
              .map(event -> model.inodes.getOrDefault(event.path(), -1))
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(found).as("seed %s: %s", seed, model.done).isEqualTo(expected);
    }
  }

  @Test
  void whatIsOverwrittenOrDeletedIsDroppedThoughItsPathIsTakenAgain() {
    CarriedEvents events = new CarriedEvents();
    events.add(1, "/a/overwritten", Origin.RENAME, null);
    events.add(2, "/a/d/deleted", Origin.POLICY_CHANGE, null);
    events.add(3, "/a/kept", Origin.RENAME, null);
    events.renamed("/b/other", "/a/overwritten");
    events.deleted("/a/d");
    assertThat(events.begin(10)).singleElement().extracting(Carried::path).isEqualTo("/a/kept");
    assertThat(events.settledUpTo(9)).isEqualTo(2);
  }

  @Test
  void aRenameCountsWhenItsSourcesPolicyIsNotKnownAnyMore() {
    for (Map.Entry<String, Boolean> change :
        Map.of(
                "/from", true, "/", true, "/from/x", false, "/to", true, "/to/f", true, "/else",
                false)
            .entrySet()) {
      CarriedEvents events = new CarriedEvents();
      events.add(1, "/to/f", Origin.RENAME, "/from");
      Carried carried = events.begin(1).get(0);
      events.policyChanged(change.getKey());
      assertThat(events.isUnchanged(carried)).as("being looked up").isEqualTo(!change.getValue());
      assertThat(carried.sourceParent() == null).as(change.getKey()).isEqualTo(change.getValue());
    }
  }

  @Test
  void whatHappensToOneThatIsBeingLookedUpIsNoticedAndNothingIsSettledMeanwhile() {
    CarriedEvents events = new CarriedEvents();
    events.add(5, "/a/f", Origin.RENAME, null);
    events.add(7, "/b", Origin.POLICY_CHANGE, null);
    List<Carried> asked = events.begin(10);
    events.renamed("/a", "/c");
    assertThat(events.isUnchanged(asked.get(0))).isFalse();
    assertThat(events.isUnchanged(asked.get(1))).isTrue();
    assertThat(events.settledUpTo(9)).isEqualTo(4);
    assertThat(events.settledWithout(List.of(asked.get(0)), 9)).isEqualTo(6);
    events.end(asked.get(1));
    assertThat(events.begin(10)).singleElement().extracting(Carried::path).isEqualTo("/c/f");
    events.deleted("/c");
    assertThat(events.isEmpty()).isTrue();
    assertThat(events.settledUpTo(9)).isEqualTo(9);
  }

  @Test
  void aFileThatIsRenamedAllTheTimeCarriesOneEventAndThatOfItsLastRename() {
    CarriedEvents events = new CarriedEvents();
    events.add(1, "/a/0", Origin.RENAME, "/from");
    events.add(2, "/a/0", Origin.POLICY_CHANGE, null);
    for (int i = 1; i <= 100; i++) {
      events.renamed("/a/" + (i - 1), "/a/" + i);
      events.add(2 + i, "/a/" + i, Origin.RENAME, "/a");
    }
    assertThat(events.begin(200)).extracting(Carried::path).containsOnly("/a/100").hasSize(3);
    assertThat(events.begin(200))
        .extracting(Carried::origin)
        .containsExactly(Origin.RENAME, Origin.POLICY_CHANGE, Origin.RENAME);
    assertThat(events.settledUpTo(102)).isZero();
  }
}
