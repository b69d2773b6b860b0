package org.tieredhdfs.report.plot;

import java.awt.BasicStroke;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;

/**
 * Lines over a common axis, from 0 in both directions, on bands with names.
 *
 * @param title above the plot
 * @param xName what the horizontal axis is
 * @param yName what the vertical axis is
 * @param bands from left to right, each up to where the next begins
 * @param lines in the order of their colours
 */
public record LinePlot(
    String title, String xName, String yName, List<Band> bands, List<Line> lines) {
  private static final int WIDTH = 1120;
  private static final int HEIGHT = 420;
  private static final int LEFT = 70;
  private static final int RIGHT = 30;
  private static final int TOP = 72;
  private static final int BOTTOM = 56;
  private static final int FIRST_COLOR = 1;
  private static final int NAME_ROWS = 2;
  private static final int NAME_HEIGHT = 14;

  /** A part of the horizontal axis, up to {@code to}. */
  public record Band(String name, double to) {}

  /** A point. */
  public record Point(double x, double y) {}

  /** A line through its points, from left to right. */
  public record Line(String name, List<Point> points) {
    public Line {
      points = List.copyOf(points);
    }
  }

  public LinePlot {
    bands = List.copyOf(bands);
    lines = List.copyOf(lines);
  }

  /** The picture as a PNG. */
  public byte[] png() {
    Sheet sheet = new Sheet(WIDTH, HEIGHT);
    Scale across = Scale.upTo(highest(true));
    Scale up = Scale.upTo(highest(false) * 1.05);
    sheet.text(title, LEFT, 24, Ink.TITLE, Ink.TEXT);
    double nameX = LEFT;
    for (int i = 0; i < lines.size(); i++) {
      String name = lines.get(i).name();
      sheet.line(nameX, 44, nameX + 18, 44, Ink.data(i + FIRST_COLOR), 3);
      sheet.text(name, nameX + 24, 48, Ink.LABEL, Ink.TEXT);
      nameX += 54 + sheet.width(name, Ink.LABEL);
    }
    bands(sheet, across);
    for (double tick : up.ticks()) {
      sheet.line(LEFT, y(tick, up), WIDTH - RIGHT, y(tick, up), Ink.GRID, 1);
      sheet.endingAt(up.text(tick), LEFT - 8, y(tick, up) + 4, Ink.LABEL, Ink.MUTED);
    }
    for (double tick : across.ticks()) {
      sheet.centred(across.text(tick), x(tick, across), HEIGHT - BOTTOM + 18, Ink.LABEL, Ink.MUTED);
    }
    sheet.text(yName, LEFT, TOP - 6, Ink.SMALL, Ink.MUTED);
    sheet.centred(xName, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, Ink.LABEL, Ink.MUTED);
    for (int i = 0; i < lines.size(); i++) {
      draw(sheet, lines.get(i), i + FIRST_COLOR, across, up);
    }
    return sheet.png();
  }

  private double highest(boolean isAcross) {
    return lines.stream()
        .flatMap(line -> line.points().stream())
        .mapToDouble(point -> isAcross ? point.x() : point.y())
        .max()
        .orElse(0);
  }

  private static double x(double value, Scale scale) {
    return LEFT + value / scale.top() * (WIDTH - LEFT - RIGHT);
  }

  private static double y(double value, Scale scale) {
    return HEIGHT - BOTTOM - value / scale.top() * (HEIGHT - BOTTOM - TOP);
  }

  private static void draw(Sheet sheet, Line line, int color, Scale across, Scale up) {
    Path2D path = new Path2D.Double();
    for (Point point : line.points()) {
      if (path.getCurrentPoint() == null) {
        path.moveTo(x(point.x(), across), y(point.y(), up));
      } else {
        path.lineTo(x(point.x(), across), y(point.y(), up));
      }
    }
    sheet.pen().setColor(Ink.data(color));
    sheet.pen().setStroke(new BasicStroke(2, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    sheet.pen().draw(path);
  }

  /**
   * Every other one is grey; names are in two rows, since a narrow band has no room for its own,
   * and at the top, where lines that rise are far from most of them.
   */
  private void bands(Sheet sheet, Scale across) {
    double from = 0;
    for (int i = 0; i < bands.size(); i++) {
      Band band = bands.get(i);
      double left = x(from, across);
      double width = x(band.to(), across) - left;
      if (i % 2 == 0) {
        sheet.pen().setColor(Ink.BAND);
        sheet.pen().fill(new Rectangle2D.Double(left, TOP, width, HEIGHT - BOTTOM - TOP));
      }
      double y = TOP + 16 + NAME_HEIGHT * (i % NAME_ROWS);
      sheet.centred(band.name(), left + width / 2, y, Ink.SMALL, Ink.TEXT);
      from = band.to();
    }
  }
}
