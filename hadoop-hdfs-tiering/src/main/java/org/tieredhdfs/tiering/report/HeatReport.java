package org.tieredhdfs.tiering.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.tiering.rule.StoragePrices;
import org.tieredhdfs.tiering.rule.TypeFill;

/**
 * All that is told of an image: as text, as JSON or as a page.
 *
 * @param headline the name of the image, and how old it is
 * @param hasRules whether what rules would change was added to the sums
 * @param nodes DataNodes in service; 0 if that is not known
 * @param fills of the cluster; none if nothing is known but the image
 */
public record HeatReport(
    String headline,
    UseTally tally,
    StoragePrices prices,
    boolean hasRules,
    List<WhatIf> whatIfs,
    int nodes,
    Map<StorageType, TypeFill> fills) {
  /** How many owners are shown by themselves. */
  static final int OWNERS = 10;

  /** How files were used that have an age. */
  String used() {
    return tally.isByRead ? "read" : "written";
  }

  /** How much there is, in a sentence. */
  String summary() {
    return String.format(
        Locale.ROOT,
        "%s: %,d files with %s of content; policies want %s",
        headline,
        tally.all.files(AgedUse.ALL),
        FigureTable.bytes(tally.contentBytes),
        FigureTable.bytes(tally.all.bytes(AgedUse.ALL)));
  }

  /** The lines of it, for people at a terminal. */
  public List<String> text() {
    List<String> lines = new ArrayList<>(List.of(summary()));
    for (FigureTable table : new HeatTables(this).all()) {
      lines.addAll(List.of("", table.title()));
      lines.addAll(table.lines());
    }
    lines.add("");
    notes().forEach(note -> lines.add("- " + note));
    return lines;
  }

  /** An object of JSON that begins with a head: sizes in bytes, times in milliseconds. */
  public String json(Map<String, Object> head) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>(head);
    json.put("atMs", tally.nowMs);
    json.put("ageSince", used());
    json.put("contentBytes", tally.contentBytes);
    json.put("changedFiles", tally.all.changedFiles);
    new HeatTables(this).all().forEach(table -> json.put(table.key(), table.json()));
    json.put("prices", prices.all());
    json.put("notes", notes());
    return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(json);
  }

  /** What has to be known to read the figures. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        "Bytes are where policies say, not where blocks are: all replicas, of erasure-coded files"
            + " the parity, too, if the coding is one of Hadoop's.");
    notes.add(
        tally.isByRead
            ? "Ages count from the last read, or creation, as exactly as the NameNode keeps it."
            : "Ages count from the last write: the NameNode does not keep times of reads, as"
                + " dfs.namenode.accesstime.precision is 0.");
    notes.add("What only snapshots hold is not in it. A file on several types is one of each.");
    if (fills.isEmpty()) {
      notes.add("The cluster was not asked: policies and settings are those of this machine.");
    }
    if (tally.owners.later.files(AgedUse.ALL) > 0) {
      notes.add("Of more than " + OwnerUses.MAX + " owners, later ones are among the others.");
    }
    if (tally.all.bytes(PolicyTypes.UNKNOWN) > 0) {
      notes.add("UNKNOWN stands for policies that are not known here.");
    }
    if (!prices.all().isEmpty()) {
      notes.add("Costs are a month's, by TB of 2^40 bytes, of types with a price: " + prices.all());
    }
    if (hasRules) {
      notes.add("Files that rules would change: " + tally.all.changedFiles);
    }
    if (!whatIfs.isEmpty()) {
      notes.add(
          "What would fit: if the type held what was used last, and nothing else, in what is added"
              + (fills.isEmpty() ? " and what policies want there." : " and its capacity."));
    }
    return notes;
  }
}
