package org.tieredhdfs.hdfs.transfer;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The clients that the threads of this process serve, each from the request to its end. As many as
 * there are such threads. Thread-safe, never waits.
 */
public final class Transfers {
  private static final Map<Thread, ClientTransfer> BY_THREAD = new ConcurrentHashMap<>();

  private Transfers() {}

  /** Begins one of the calling thread, until {@link #end}. */
  public static void begin(ClientTransfer transfer) {
    BY_THREAD.put(transfer.thread(), transfer);
  }

  /** Ends that of the calling thread, if there is one. */
  public static void end() {
    BY_THREAD.remove(Thread.currentThread());
  }

  /** That of the calling thread. */
  public static @Nullable ClientTransfer current() {
    return BY_THREAD.get(Thread.currentThread());
  }

  /** Whether the calling thread serves a client whose pipeline is this DataNode alone. */
  public static boolean isOfOnlyWriter() {
    ClientTransfer client = current();
    return client != null && client.isOfOnlyWriter();
  }

  /** Whether the calling thread receives a replica of which nobody has synced anything. */
  public static boolean isOfUnsyncedReplica() {
    ClientTransfer sender = current();
    return sender != null && sender.isOfUnsyncedReplica();
  }

  /** All of them, by the threads that receive and those that acknowledge. */
  public static Map<Thread, ClientTransfer> byThread() {
    Map<Thread, ClientTransfer> all = new HashMap<>(BY_THREAD);
    for (ClientTransfer one : BY_THREAD.values()) {
      Thread responder = one.responder();
      if (responder != null) {
        all.putIfAbsent(responder, one);
      }
    }
    return all;
  }

  /** The client of a thread, which either receives or acknowledges. */
  public static @Nullable ClientTransfer of(Thread thread) {
    ClientTransfer own = BY_THREAD.get(thread);
    if (own != null) {
      return own;
    }
    for (ClientTransfer one : BY_THREAD.values()) {
      if (one.responder() == thread) {
        return one;
      }
    }
    return null;
  }
}
