package org.tieredhdfs.hdfs.command;

/** Exit codes that the commands of {@code hdfs tiered} have in common. */
public final class CommandExit {
  /** Success; the command found nothing to report. */
  public static final int DONE = 0;

  /** The command line is wrong; nothing was done. */
  public static final int USAGE = 1;

  /** The configuration is refused; nothing was done. */
  public static final int REFUSED = 2;

  /** What the command looks for was found, or something is left to do. */
  public static final int FOUND = 3;

  /** The cluster cannot be reached. */
  public static final int UNREACHABLE = 4;

  private CommandExit() {}
}
