package org.tieredhdfs.report.plot;

import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Groups of bars, a colour for each series, with whiskers where there are repeats, and a mark in
 * each group for a value from elsewhere. A line across the plot is at 1, since the values are
 * ratios.
 *
 * @param title above the plot
 * @param series the names of the bars of a group, in their order
 * @param markName what the marks are
 * @param noteName what the notes below the groups are
 * @param groups from left to right
 */
public record BarPlot(
    String title, List<String> series, String markName, String noteName, List<Group> groups) {
  private static final int WIDTH = 1120;
  private static final int HEIGHT = 460;
  private static final int LEFT = 46;
  private static final int RIGHT = 12;
  private static final int TOP = 72;
  private static final int BOTTOM = 84;
  private static final int LABEL_LENGTH = 12;
  private static final int LINE = 15;
  private static final double GROUP_PART = 0.84;
  private static final double MAX_SLOT = 48;
  private static final double GAP = 3;
  private static final double MARK = 5;

  /**
   * A bar.
   *
   * @param value its height
   * @param least the lower end of its whisker
   * @param most the upper end; the same as {@code least} if there is none
   */
  public record Bar(double value, double least, double most) {}

  /**
   * Bars side by side.
   *
   * @param label below them; parted at underscores if it is long
   * @param note below the label
   * @param bars by series; one that is missing leaves its place empty
   * @param mark beside them, if there is one
   */
  public record Group(String label, String note, Map<String, Bar> bars, OptionalDouble mark) {
    public Group {
      bars = Map.copyOf(bars);
    }

    private double highest() {
      double bar = bars.values().stream().mapToDouble(Bar::most).max().orElse(0);
      return Math.max(bar, mark.orElse(0));
    }
  }

  public BarPlot {
    series = List.copyOf(series);
    groups = List.copyOf(groups);
    if (groups.isEmpty()) {
      throw new IllegalArgumentException("a plot without a bar: " + title);
    }
  }

  /** The picture as a PNG. */
  public byte[] png() {
    Sheet sheet = new Sheet(WIDTH, HEIGHT);
    Scale scale = Scale.upTo(groups.stream().mapToDouble(Group::highest).max().orElse(0) * 1.05);
    sheet.text(title, LEFT, 24, Ink.TITLE, Ink.TEXT);
    legend(sheet);
    for (double tick : scale.ticks()) {
      boolean isOne = Math.abs(tick - 1) < 1e-9;
      double y = y(tick, scale);
      sheet.line(LEFT, y, WIDTH - RIGHT, y, isOne ? Ink.MUTED : Ink.GRID, 1);
      sheet.endingAt(scale.text(tick), LEFT - 8, y + 4, Ink.LABEL, Ink.MUTED);
    }
    double y1 = y(1, scale);
    sheet.line(LEFT, y1, WIDTH - RIGHT, y1, Ink.MUTED, 1);
    for (int i = 0; i < groups.size(); i++) {
      draw(sheet, scale, groups.get(i), LEFT + groupWidth() * (i + 0.5));
    }
    return sheet.png();
  }

  private void legend(Sheet sheet) {
    double x = LEFT;
    double y = 48;
    for (int i = 0; i < series.size(); i++) {
      sheet.pen().setColor(Ink.data(i));
      sheet.pen().fill(new Rectangle2D.Double(x, y - 9, 14, 10));
      sheet.text(series.get(i), x + 20, y, Ink.LABEL, Ink.TEXT);
      x += 46 + sheet.width(series.get(i), Ink.LABEL);
    }
    mark(sheet, x + 7, y - 4);
    sheet.text(markName, x + 20, y, Ink.LABEL, Ink.TEXT);
    sheet.endingAt(noteName, WIDTH - RIGHT, y, Ink.LABEL, Ink.MUTED);
  }

  private double groupWidth() {
    return (double) (WIDTH - LEFT - RIGHT) / groups.size();
  }

  private static double y(double value, Scale scale) {
    return HEIGHT - BOTTOM - value / scale.top() * (HEIGHT - BOTTOM - TOP);
  }

  private void draw(Sheet sheet, Scale scale, Group group, double middle) {
    // the last place is that of the mark
    int places = series.size() + 1;
    double slot = Math.min(MAX_SLOT, groupWidth() * GROUP_PART / places);
    double left = middle - slot * places / 2;
    for (int i = 0; i < series.size(); i++) {
      Bar bar = group.bars().get(series.get(i));
      if (bar != null) {
        sheet.pen().setColor(Ink.data(i));
        draw(sheet, scale, bar, left + slot * i, slot);
      }
    }
    double markX = left + slot * (places - 0.5);
    group
        .mark()
        .ifPresent(
            value -> {
              mark(sheet, markX, y(value, scale));
              number(sheet, value, markX, y(value, scale) - MARK);
            });
    double y = HEIGHT - BOTTOM + 18;
    for (String line : lines(group.label())) {
      sheet.centred(line, middle, y, Ink.LABEL, Ink.TEXT);
      y += LINE;
    }
    sheet.centred(group.note(), middle, HEIGHT - 12, Ink.SMALL, Ink.MUTED);
  }

  private static void draw(Sheet sheet, Scale scale, Bar bar, double left, double slot) {
    double y = y(bar.value(), scale);
    sheet.pen().fill(new Rectangle2D.Double(left + GAP / 2, y, slot - GAP, y(0, scale) - y));
    double middle = left + slot / 2;
    double end = y;
    if (bar.most() > bar.least()) {
      end = y(bar.most(), scale);
      double low = y(bar.least(), scale);
      sheet.line(middle, end, middle, low, Ink.TEXT, 1.2f);
      sheet.line(middle - 4, end, middle + 4, end, Ink.TEXT, 1.2f);
      sheet.line(middle - 4, low, middle + 4, low, Ink.TEXT, 1.2f);
    }
    number(sheet, bar.value(), middle, end);
  }

  private static void number(Sheet sheet, double value, double middle, double above) {
    sheet.centred(
        String.format(Locale.ROOT, "%.2f", value), middle, above - 4, Ink.SMALL, Ink.TEXT);
  }

  private static void mark(Sheet sheet, double x, double y) {
    Path2D diamond = new Path2D.Double();
    diamond.moveTo(x, y - MARK);
    diamond.lineTo(x + MARK, y);
    diamond.lineTo(x, y + MARK);
    diamond.lineTo(x - MARK, y);
    diamond.closePath();
    sheet.pen().setColor(Ink.data(2));
    sheet.pen().fill(diamond);
  }

  /** A label in lines of some letters, parted behind underscores. */
  static List<String> lines(String label) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String part : label.split("(?<=_)", -1)) {
      if (line.length() > 0 && line.length() + part.length() > LABEL_LENGTH) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(part);
    }
    lines.add(line.toString());
    return lines;
  }
}
