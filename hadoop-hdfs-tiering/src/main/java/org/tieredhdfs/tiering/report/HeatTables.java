package org.tieredhdfs.tiering.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.tiering.report.FigureTable.Kind;
import org.tieredhdfs.tiering.rule.TypeFill;

/** The tables of a report. Used by one thread. */
final class HeatTables {
  static final String BYTES = "bytes";
  static final String CURVE = "curve";
  private static final String OTHERS = "(others)";

  private final HeatReport report;
  private final UseTally tally;
  private final AgedUse all;

  HeatTables(HeatReport report) {
    this.report = report;
    this.tally = report.tally();
    this.all = tally.all;
  }

  List<FigureTable> all() {
    List<FigureTable> tables = new ArrayList<>(List.of(uses(false), uses(true), curve()));
    if (report.hasRules()) {
      tables.addAll(List.of(moves(), after()));
    }
    if (!report.whatIfs().isEmpty()) {
      tables.add(whatIfs());
    }
    return tables;
  }

  private FigureTable uses(boolean isFiles) {
    String title = (isFiles ? "Files" : "Bytes") + " by age: time since they were " + report.used();
    Kind kind = isFiles ? Kind.COUNT : Kind.BYTES;
    FigureTable table =
        new FigureTable(isFiles ? "files" : BYTES, title)
            .with(Kind.WORD, "owner", "type")
            .with(kind, Ages.RANGES.toArray(new String[0]))
            .with(kind, "all")
            .with(Kind.COST, "cost");
    for (OwnerUses.Owner owner : owners(use -> use.bytes(AgedUse.ALL))) {
      AgedUse use = owner.use();
      for (int type : typesAndAll(use)) {
        long[] figures = isFiles ? use.files[type] : use.bytes[type];
        List<@Nullable Object> row = new ArrayList<>(List.of(owner.name(), PolicyTypes.name(type)));
        LongStream.of(figures).forEach(row::add);
        row.add(LongStream.of(figures).sum());
        row.add(isFiles ? null : cost(use, type, false));
        table.rows().add(row);
      }
    }
    return table;
  }

  /** All together, then the biggest, then the others. */
  private List<OwnerUses.Owner> owners(ToLongFunction<AgedUse> sum) {
    List<OwnerUses.Owner> owners = tally.owners.biggest(HeatReport.OWNERS, sum, OTHERS);
    owners.add(0, new OwnerUses.Owner(PolicyTypes.ALL, all));
    return owners;
  }

  private static int[] typesAndAll(AgedUse use) {
    return IntStream.concat(IntStream.of(use.types()), IntStream.of(AgedUse.ALL)).toArray();
  }

  /** A month's; null if no price is known. */
  private @Nullable Double cost(AgedUse use, int type, boolean isAfterRules) {
    return type == AgedUse.ALL
        ? IntStream.of(use.types())
            .mapToObj(one -> cost(use, one, isAfterRules))
            .filter(Objects::nonNull)
            .reduce(Double::sum)
            .orElse(null)
        : report
            .prices()
            .ofMonth(PolicyTypes.name(type), isAfterRules ? use.bytesAfter(type) : use.bytes(type));
  }

  private FigureTable curve() {
    FigureTable table =
        new FigureTable(CURVE, "Space of what was " + report.used() + " last, and where it is")
            .with(Kind.AGE, "within")
            .with(Kind.BYTES, "oneReplica", "allReplicas");
    List<long[]> sums = new ArrayList<>();
    sums.add(tally.curve(UseTally.ONE_REPLICA));
    sums.add(tally.curve(UseTally.ALL_REPLICAS));
    for (int type : all.types()) {
      table.with(Kind.BYTES, PolicyTypes.name(type));
      sums.add(tally.curve(type));
    }
    for (int range = 0; range < Ages.RANGES.size(); range++) {
      int step = Ages.lastStep(range);
      List<@Nullable Object> row = new ArrayList<>(List.of(step));
      sums.forEach(line -> row.add(line[step]));
      table.rows().add(row);
    }
    return table;
  }

  private FigureTable moves() {
    FigureTable table =
        new FigureTable("moves", "What the rules would move")
            .with(Kind.WORD, "owner", "from", "to")
            .with(Kind.BYTES, "bytes");
    for (OwnerUses.Owner owner : owners(AgedUse::movedBytes)) {
      for (int from = 0; from < PolicyTypes.COUNT; from++) {
        for (int to = 0; to < PolicyTypes.COUNT; to++) {
          long bytes = owner.use().moved[from][to];
          if (bytes > 0) {
            table.add(owner.name(), PolicyTypes.name(from), PolicyTypes.name(to), bytes);
          }
        }
      }
    }
    return table;
  }

  private FigureTable after() {
    FigureTable table =
        new FigureTable("afterRules", "After the rules")
            .with(Kind.WORD, "type")
            .with(Kind.BYTES, "bytes", "bytesAfter")
            .with(Kind.COST, "cost", "costAfter");
    for (int type : typesAndAll(all)) {
      table.add(
          PolicyTypes.name(type),
          all.bytes(type),
          all.bytesAfter(type),
          cost(all, type, false),
          cost(all, type, true));
    }
    return table;
  }

  private FigureTable whatIfs() {
    FigureTable table =
        new FigureTable("whatIf", "What would fit: all that was " + report.used() + " within")
            .with(Kind.WORD, "if")
            .with(Kind.BYTES, "added", "room")
            .with(Kind.AGE, "allReplicas", "oneReplica")
            .with(Kind.COST, "cost");
    for (WhatIf question : report.whatIfs()) {
      long added = question.bytes(report.nodes());
      long before =
          report.fills().isEmpty()
              ? all.bytes(PolicyTypes.TYPES.indexOf(question.type()))
              : TypeFill.of(report.fills(), question.type()).capacityBytes();
      table.add(
          question.text(),
          added,
          before + added,
          tally.lastFitting(UseTally.ALL_REPLICAS, before + added),
          tally.lastFitting(UseTally.ONE_REPLICA, before + added),
          report.prices().ofMonth(question.type().name(), added));
    }
    return table;
  }
}
