package org.tieredhdfs.tiering.rule;

import java.util.List;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.tiering.image.FileInode;

/**
 * Which files are meant, as {@code path = /logs and last-read > 90d and not owner = hbase}.
 *
 * <p>Comparisons are joined by {@code and}, {@code or}, {@code not} and parentheses; {@code and}
 * binds more than {@code or}. Used by one thread, for one image.
 */
public final class Expression {
  private final String text;
  private final Condition condition;

  private Expression(String text, Condition condition) {
    this.text = text;
    this.condition = condition;
  }

  /**
   * Reads an expression.
   *
   * @throws ConfigurationFaultsException with all that is wrong with it; what stands behind a
   *     mistake in its form is not looked at
   */
  public static Expression parse(String text, FileFacts facts) {
    ExpressionParser parser = new ExpressionParser(text, new Comparisons(facts));
    Condition condition = parser.parse();
    List<String> faults = parser.faults();
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException(faults);
    }
    return new Expression(text, condition);
  }

  /** Whether a file is meant. */
  public boolean fits(FileInode file) {
    return condition.fits(file);
  }

  @Override
  public String toString() {
    return text;
  }
}
