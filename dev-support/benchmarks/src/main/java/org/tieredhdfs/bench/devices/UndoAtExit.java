package org.tieredhdfs.bench.devices;

import java.io.IOException;

/**
 * Puts a setting of the machine back when it is closed, or when this process is told to end before
 * that.
 *
 * <p>It is made before the setting is changed, so what it does must not mind if nothing was.
 * Closing it twice does no harm.
 */
final class UndoAtExit implements AutoCloseable {

  /** What puts it back. */
  interface Undo {
    void run() throws IOException;
  }

  private final String setting;
  private final Undo undo;
  private final Thread hook;
  private boolean isDone;

  private UndoAtExit(String setting, Undo undo) {
    this.setting = setting;
    this.undo = undo;
    this.hook = new Thread(this::runAtExit, "undo " + setting);
  }

  /**
   * @param setting its name, for a message if it could not be put back
   * @throws IllegalStateException if this process is ending already
   */
  static UndoAtExit of(String setting, Undo undo) {
    UndoAtExit atExit = new UndoAtExit(setting, undo);
    Runtime.getRuntime().addShutdownHook(atExit.hook);
    return atExit;
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException isExiting) {
      // whichever of the two comes first does it
    }
    run();
  }

  private void runAtExit() {
    try {
      run();
    } catch (IOException e) {
      System.err.println(setting + " was not put back: " + e);
    }
  }

  private synchronized void run() throws IOException {
    if (!isDone) {
      isDone = true;
      undo.run();
    }
  }
}
