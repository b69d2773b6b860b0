package org.tieredhdfs.ycsb.binding;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The one connection to HBase of a process, opened by the first thread that needs it, closed by the
 * last one that lets go of it, and opened anew after it was lost.
 *
 * <p>The lock guards fields only: opening and closing happen outside of it, and threads that need
 * the connection that another is opening wait for that one, for as long as they are ready to wait.
 *
 * <p>Thread-safe.
 */
final class SharedConnection {

  /** Opens a connection that is ready for use; may take long. */
  @FunctionalInterface
  interface Opener {
    Connection open() throws IOException;
  }

  private final Object lock = new Object();
  private int users;
  private @Nullable CompletableFuture<Connection> current;

  /** Announces a user. Each call needs one of {@link #release}. */
  void acquire() {
    synchronized (lock) {
      users++;
    }
  }

  /** Lets go; the last user closes the connection. */
  void release() throws IOException {
    CompletableFuture<Connection> last = null;
    synchronized (lock) {
      if (users == 0) {
        throw new IllegalStateException("released more often than acquired");
      }
      users--;
      if (users == 0) {
        last = current;
        current = null;
      }
    }
    if (last != null) {
      closeWhenOpen(last);
    }
  }

  /** The connection, opened by this or another thread if there is none. */
  Connection get(Opener opener, long timeoutMs) throws IOException {
    CompletableFuture<Connection> wanted;
    boolean mine = false;
    synchronized (lock) {
      if (current == null) {
        current = new CompletableFuture<>();
        mine = true;
      }
      wanted = current;
    }
    if (mine) {
      openInBackground(wanted, opener);
    }
    return await(wanted, timeoutMs);
  }

  /**
   * Gives up {@code lost} if it is still the shared one, so that the next {@link #get} opens
   * another. Threads that lost the same connection together get the same new one.
   */
  void discard(Connection lost) {
    CompletableFuture<Connection> discarded = null;
    synchronized (lock) {
      if (current != null
          && current.isDone()
          && !current.isCompletedExceptionally()
          && current.join() == lost) {
        discarded = current;
        current = null;
      }
    }
    if (discarded != null) {
      closeQuietly(lost);
    }
  }

  private static void openInBackground(CompletableFuture<Connection> wanted, Opener opener) {
    Thread thread =
        new Thread(
            () -> {
              try {
                Connection opened = opener.open();
                if (!wanted.complete(opened)) {
                  closeQuietly(opened);
                }
              } catch (Throwable e) {
                wanted.completeExceptionally(e);
              }
            },
            "hbase-connect");
    thread.setDaemon(true);
    thread.start();
  }

  private Connection await(CompletableFuture<Connection> wanted, long timeoutMs)
      throws IOException {
    try {
      return wanted.get(timeoutMs, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      IOException failure =
          new IOException(String.format(Locale.ROOT, "no answer within %d ms", timeoutMs), e);
      // if it opens later, openInBackground closes it, since nobody waits for it
      if (!wanted.completeExceptionally(failure) && !wanted.isCompletedExceptionally()) {
        return wanted.join();
      }
      forget(wanted);
      throw failure;
    } catch (ExecutionException e) {
      forget(wanted);
      Throwable cause = e.getCause();
      throw cause instanceof IOException io ? io : new IOException(cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted while connecting").initCause(e);
    }
  }

  private void forget(CompletableFuture<Connection> failed) {
    synchronized (lock) {
      if (current == failed) {
        current = null;
      }
    }
  }

  private static void closeWhenOpen(CompletableFuture<Connection> last) throws IOException {
    if (last.completeExceptionally(new IOException("no longer needed"))) {
      return;
    }
    if (!last.isCompletedExceptionally()) {
      last.join().close();
    }
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (IOException | RuntimeException e) {
      System.err.println("A lost connection to HBase did not close cleanly: " + e);
    }
  }
}
