package org.tieredhdfs.report.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/**
 * White paper to draw on, as large as asked, with two pixels for each unit of length. Used by one
 * thread.
 */
final class Sheet {
  private static final int PIXELS = 2;

  private final BufferedImage image;
  private final Graphics2D pen;

  Sheet(int width, int height) {
    image = new BufferedImage(width * PIXELS, height * PIXELS, BufferedImage.TYPE_INT_RGB);
    pen = image.createGraphics();
    pen.setColor(Ink.PAPER);
    pen.fillRect(0, 0, image.getWidth(), image.getHeight());
    pen.scale(PIXELS, PIXELS);
    pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    pen.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    pen.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
  }

  /** The pen, for shapes; its colour, font and stroke are anything. */
  Graphics2D pen() {
    return pen;
  }

  void line(double x1, double y1, double x2, double y2, Color color, float width) {
    pen.setColor(color);
    pen.setStroke(new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    pen.draw(new Line2D.Double(x1, y1, x2, y2));
  }

  /** Text that begins at {@code x}, its base line at {@code y}. */
  void text(String text, double x, double y, Font font, Color color) {
    pen.setFont(font);
    pen.setColor(color);
    pen.drawString(text, (float) x, (float) y);
  }

  /** Text with its middle at {@code x}. */
  void centred(String text, double x, double y, Font font, Color color) {
    text(text, x - width(text, font) / 2, y, font, color);
  }

  /** Text that ends at {@code x}. */
  void endingAt(String text, double x, double y, Font font, Color color) {
    text(text, x - width(text, font), y, font, color);
  }

  double width(String text, Font font) {
    return pen.getFontMetrics(font).getStringBounds(text, pen).getWidth();
  }

  byte[] png() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", out);
    } catch (IOException e) {
      throw new UncheckedIOException("into memory", e);
    }
    return out.toByteArray();
  }
}
