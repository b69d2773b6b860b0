package org.tieredhdfs.tiering.rule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.paths.PathPattern;
import org.tieredhdfs.tiering.image.FileInode;

/** Makes conditions of the comparisons of an expression, and says what is wrong with them. */
final class Comparisons {
  private static final String IS = "=";
  private static final String IS_NOT = "!=";
  private static final List<String> YES_NO = List.of("yes", "no");

  /** What no file of an image is below. */
  private static final Pattern NO_NAMES = Pattern.compile("/(\\.|\\.\\.|\\.snapshot)/");

  private final FileFacts facts;

  Comparisons(FileFacts facts) {
    this.facts = facts;
  }

  /**
   * The condition of one comparison.
   *
   * @param faults where its faults are added
   * @return null if it has any
   */
  @Nullable Condition of(String word, String operator, List<String> values, List<String> faults) {
    FileField field = field(word);
    if (field == null) {
      faults.add(refusal("", word, "one of " + FileField.words()));
      return null;
    }
    if (!field.kind().isOrdered()) {
      if (!operator.equals(IS) && !operator.equals(IS_NOT)) {
        faults.add(refusal(word, operator, "= or !="));
        return null;
      }
    } else if (values.size() > 1 && !operator.equals(IS) && !operator.equals(IS_NOT)) {
      faults.add(refusal(word, String.join(",", values), "one value after " + operator));
      return null;
    }
    if (field == FileField.LAST_READ && !facts.hasReadTimes().getAsBoolean()) {
      faults.add(
          "last-read: the NameNode does not keep the times of reads, "
              + DFSConfigKeys.DFS_NAMENODE_ACCESSTIME_PRECISION_KEY
              + " is 0; files would seem not to be read at all");
      return null;
    }
    Condition is = is(field, operator, values, faults);
    return is == null || !operator.equals(IS_NOT) ? is : new ExpressionParser.Negated(is);
  }

  private static @Nullable FileField field(String word) {
    for (FileField field : FileField.values()) {
      if (field.word().equals(word)) {
        return field;
      }
    }
    return null;
  }

  private @Nullable Condition is(
      FileField field, String operator, List<String> values, List<String> faults) {
    return switch (field) {
      case PATH -> path(values, faults);
      case NAME -> name(values, faults);
      case OWNER -> oneOf(FileInode::owner, values);
      case GROUP -> oneOf(FileInode::group, values);
      case POLICY -> policy(values, faults);
      case SIZE -> number(field, FileInode::lengthBytes, operator, values, faults);
      case REPLICATION -> number(field, FileInode::replication, operator, values, faults);
      case LAST_READ -> number(field, file -> age(file.readMs()), operator, values, faults);
      case LAST_WRITTEN -> number(field, file -> age(file.writtenMs()), operator, values, faults);
      case ERASURE_CODED -> flag(field, FileInode::isErasureCoded, values, faults);
      case OPEN -> flag(field, FileInode::isOpen, values, faults);
      case PINNED -> flag(field, FileInode::isPinned, values, faults);
      case SNAPSHOTS -> flag(field, FileInode::hasSnapshots, values, faults);
    };
  }

  private long age(long timeMs) {
    return facts.nowMs() - timeMs;
  }

  private static @Nullable Condition path(List<String> values, List<String> faults) {
    List<PathCondition> paths = new ArrayList<>();
    for (String value : values) {
      if (PathPattern.isAllowed(value) && !NO_NAMES.matcher(value + "/").find()) {
        paths.add(new PathCondition(new PathPattern(value)));
      } else {
        faults.add(
            refusal(
                "path", value, "an absolute path as files have it, without a slash at the end"));
      }
    }
    return faults.isEmpty() ? new AnyPath(paths) : null;
  }

  private record AnyPath(List<PathCondition> paths) implements Condition {
    @Override
    public boolean fits(FileInode file) {
      for (PathCondition path : paths) {
        if (path.fits(file)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public int cost() {
      return paths.stream().mapToInt(Condition::cost).sum();
    }
  }

  private static @Nullable Condition name(List<String> values, List<String> faults) {
    List<Pattern> patterns = new ArrayList<>();
    for (String value : values) {
      if (value.isEmpty() || value.indexOf('/') >= 0) {
        faults.add(refusal("name", value, "a name without a slash; * and ? stand for others"));
      } else {
        patterns.add(PathPattern.name(value));
      }
    }
    return faults.isEmpty() ? new AnyName(patterns) : null;
  }

  private record AnyName(List<Pattern> patterns) implements Condition {
    @Override
    public boolean fits(FileInode file) {
      String name = file.name();
      for (Pattern pattern : patterns) {
        if (pattern.matcher(name).matches()) {
          return true;
        }
      }
      return false;
    }

    @Override
    public int cost() {
      return 50 * patterns.size();
    }
  }

  private static Condition oneOf(Function<FileInode, String> word, List<String> values) {
    Set<String> allowed = new HashSet<>(values);
    return file -> allowed.contains(word.apply(file));
  }

  private @Nullable Condition policy(List<String> values, List<String> faults) {
    Set<String> known = facts.policies().all();
    List<String> wanted = new ArrayList<>();
    for (String value : values) {
      // policies of other versions of the configuration have only a number
      boolean isNumber = value.matches("[0-9]{1,2}");
      String name =
          isNumber ? facts.policies().name(Byte.parseByte(value)) : value.toUpperCase(Locale.ROOT);
      wanted.add(name);
      if (!isNumber && !known.contains(name)) {
        faults.add(refusal("policy", value, "one of " + String.join(", ", known)));
      }
    }
    return faults.isEmpty() ? oneOf(file -> facts.policies().name(file.policy()), wanted) : null;
  }

  private static @Nullable Condition number(
      FileField field,
      ToLongFunction<FileInode> number,
      String operator,
      List<String> values,
      List<String> faults) {
    List<LongPredicate> any = new ArrayList<>();
    for (String value : values) {
      try {
        any.add(predicate(operator, parse(field, value)));
      } catch (IllegalArgumentException e) {
        faults.add(refusal(field.word(), value, notation(field)));
      }
    }
    if (!faults.isEmpty()) {
      return null;
    }
    LongPredicate first = any.get(0);
    return any.size() == 1
        ? file -> first.test(number.applyAsLong(file))
        : file -> any.stream().anyMatch(one -> one.test(number.applyAsLong(file)));
  }

  private static long parse(FileField field, String value) {
    long number =
        switch (field.kind()) {
          case SIZE -> TraditionalBinaryPrefix.string2long(value);
          case AGE -> duration(value);
          default -> Long.parseLong(value);
        };
    if (number < 0) {
      throw new IllegalArgumentException(value);
    }
    return number;
  }

  private static long duration(String value) {
    if (!value.matches("[0-9]{1,9}[smhd]")) {
      throw new IllegalArgumentException(value);
    }
    Configuration units = new Configuration(false);
    units.set("age", value);
    return units.getTimeDuration("age", 0, TimeUnit.MILLISECONDS);
  }

  private static String notation(FileField field) {
    return switch (field.kind()) {
      case SIZE -> "a size in bytes, suffix k m g t p";
      case AGE -> "a whole number with a unit, s m h or d";
      default -> "a whole number from 0";
    };
  }

  private static LongPredicate predicate(String operator, long limit) {
    return switch (operator) {
      case "<" -> number -> number < limit;
      case "<=" -> number -> number <= limit;
      case ">" -> number -> number > limit;
      case ">=" -> number -> number >= limit;
      default -> number -> number == limit;
    };
  }

  private static @Nullable Condition flag(
      FileField field, Predicate<FileInode> flag, List<String> values, List<String> faults) {
    if (values.size() != 1 || !YES_NO.contains(values.get(0))) {
      faults.add(refusal(field.word(), String.join(",", values), "yes or no"));
      return null;
    }
    boolean wanted = values.get(0).equals("yes");
    return file -> flag.test(file) == wanted;
  }

  private static String refusal(String field, String value, String allowed) {
    return (field.isEmpty() ? "" : field + ": ")
        + "'"
        + value
        + "' is not allowed; it has to be "
        + allowed;
  }
}
