package org.tieredhdfs.verify.parity;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tieredhdfs.verify.parity.PlayResult.Done;
import org.tieredhdfs.verify.parity.PlayResult.Kept;

/** Says in what a play on our daemons was worse than one on Apache's. Stateless. */
final class Comparison {
  private static final double LONGEST_RATIO = 1.1;
  private static final long LONGEST_MS = 1_000;
  private static final long SERVING_MS = 30_000;

  private Comparison() {}

  /** In what ours may be worse. */
  enum Kind {
    /** Something is read that nobody has written. */
    WRONG,
    /** A promise is broken that Apache keeps. */
    PROMISE,
    KEPT,
    FAILED,
    LONGEST,
    SERVING
  }

  /** One way in which ours is worse. */
  record Difference(Kind kind, String text) {}

  static List<Difference> of(PlayResult apache, PlayResult ours) {
    List<Difference> differences = new ArrayList<>();
    List<Done> ahead = ahead(apache, ours);
    files(apache, ours, ahead, differences);
    operations(without(ahead, apache), without(ahead, ours), differences);
    if (ours.servingMs() > apache.servingMs() + SERVING_MS) {
      differences.add(
          difference(
              Kind.SERVING,
              "all volumes served after %d ms, Apache's %d",
              ours.servingMs(),
              apache.servingMs()));
    }
    return differences;
  }

  /** In what each of our plays was worse than each of Apache's. */
  static Set<Kind> all(List<PlayResult> apache, List<PlayResult> ours) {
    Set<Kind> kinds = EnumSet.allOf(Kind.class);
    for (PlayResult theirs : apache) {
      for (PlayResult own : ours) {
        kinds.retainAll(of(theirs, own).stream().map(Difference::kind).toList());
      }
    }
    return kinds;
  }

  /**
   * Operations of our clients that do not compare: those from one on that met a fault which
   * Apache's client did not, since one earlier operation had held that up. Not if ours was fast
   * because it failed.
   */
  private static List<Done> ahead(PlayResult apache, PlayResult ours) {
    Map<String, Done> theirs = byName(apache);
    Set<String> heldUp = new HashSet<>();
    Set<String> failed = new HashSet<>();
    Set<String> clients = new HashSet<>();
    List<Done> ahead = new ArrayList<>();
    for (Done own : ours.operations()) {
      String client = own.client();
      Done there = theirs.get(own.name());
      if (there != null) {
        if (own.isInFault()
            && !there.isInFault()
            && heldUp.contains(client)
            && !failed.contains(client)) {
          clients.add(client);
        }
        if (there.isInFault() && there.ms() > LONGEST_RATIO * own.ms() + LONGEST_MS) {
          heldUp.add(client);
        }
        if (own.hasFailed() && !there.hasFailed()) {
          failed.add(client);
        }
      }
      if (clients.contains(client)) {
        ahead.add(own);
      }
    }
    return ahead;
  }

  private static PlayResult without(List<Done> left, PlayResult play) {
    Set<String> names = left.stream().map(Done::name).collect(Collectors.toSet());
    return new PlayResult(
        play.side(),
        play.operations().stream().filter(one -> !names.contains(one.name())).toList(),
        play.files(),
        play.servingMs(),
        play.faults());
  }

  private static Map<String, Done> byName(PlayResult play) {
    return play.operations().stream().collect(Collectors.toMap(Done::name, Function.identity()));
  }

  /**
   * @param ahead whose clients' files, too, need to keep only what was promised
   */
  private static void files(
      PlayResult apache, PlayResult ours, List<Done> ahead, List<Difference> differences) {
    Map<String, Kept> own =
        ours.files().stream().collect(Collectors.toMap(Kept::name, Function.identity()));
    for (Kept theirs : apache.files()) {
      Kept kept = own.getOrDefault(theirs.name(), new Kept(theirs.name(), 0, "", ""));
      if (!kept.wrong().isEmpty() && theirs.wrong().isEmpty()) {
        differences.add(new Difference(Kind.WRONG, "wrong: " + kept.wrong()));
      } else if (!kept.lost().isEmpty() && theirs.lost().isEmpty()) {
        differences.add(new Difference(Kind.PROMISE, "lost: " + kept.lost()));
      } else if (kept.keptBytes() < theirs.keptBytes()
          && ahead.stream().noneMatch(one -> kept.isOf(one.client()))) {
        differences.add(
            difference(
                Kind.KEPT,
                "%s: %d bytes kept, Apache's %d",
                theirs.name(),
                kept.keptBytes(),
                theirs.keptBytes()));
      }
    }
  }

  private static void operations(PlayResult apache, PlayResult ours, List<Difference> differences) {
    Map<String, Done> theirs = byName(apache);
    List<Done> completedThere =
        ours.operations().stream()
            .filter(one -> theirs.containsKey(one.name()) && !isFailed(theirs, one))
            .toList();
    if (ours.failed() > apache.failed()) {
      differences.add(
          difference(
              Kind.FAILED,
              "%d operations failed, Apache's %d; the first: %s",
              ours.failed(),
              apache.failed(),
              completedThere.stream()
                  .filter(Done::hasFailed)
                  .findFirst()
                  .map(one -> one.name() + ": " + one.failure())
                  .orElse("none of those that Apache completed")));
    }
    for (Done one : completedThere) {
      Done there = theirs.get(one.name());
      if (there != null && !one.hasFailed() && one.lengthBytes() < there.lengthBytes()) {
        differences.add(
            difference(
                Kind.KEPT,
                "%s: %d bytes, Apache's %d",
                one.name(),
                one.lengthBytes(),
                there.lengthBytes()));
      }
    }
    completedThere.stream()
        .filter(one -> one.ms() > LONGEST_RATIO * apache.longestMs() + LONGEST_MS)
        .max((a, b) -> Long.compare(a.ms(), b.ms()))
        .ifPresent(
            one ->
                differences.add(
                    difference(
                        Kind.LONGEST,
                        "%s took %d ms, Apache's longest operation %d",
                        one.name(),
                        one.ms(),
                        apache.longestMs())));
  }

  private static boolean isFailed(Map<String, Done> theirs, Done one) {
    Done there = theirs.get(one.name());
    return there == null || there.hasFailed();
  }

  private static Difference difference(Kind kind, String format, Object... values) {
    return new Difference(kind, String.format(Locale.ROOT, format, values));
  }
}
