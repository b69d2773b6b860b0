package org.tieredhdfs.bench.write.floor;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.GatheringByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Has a thread of its own store and acknowledge packets, as many at a time as wait, while the
 * thread that receives verifies the next. The queue is bounded by the packets that there are.
 *
 * <p>If storing fails, the sender's connection is closed, and the thread that receives gets its
 * packets back, so that it does not wait.
 */
final class QueuedStore implements PacketStore {
  /** Twice as many as are written at a time, and the one that is being received. */
  private static final int PACKETS = 2 * PacketFiles.MAX_PACKETS + 1;

  private final PacketFiles files;
  private final GatheringByteChannel sender;
  private final BlockingQueue<Packet> free = new ArrayBlockingQueue<>(PACKETS);

  /** An empty element ends the thread that stores. */
  private final BlockingQueue<Optional<Packet>> verified = new ArrayBlockingQueue<>(PACKETS + 1);

  private final Thread storing = new Thread(this::storeAll, "store");
  private volatile @Nullable IOException failure;
  private boolean ended;

  QueuedStore(PacketFiles files, GatheringByteChannel sender) {
    this.files = files;
    this.sender = sender;
    for (int i = 0; i < PACKETS; i++) {
      free.add(new Packet(Packet.STREAM_BYTES));
    }
    storing.setDaemon(true);
    storing.start();
  }

  @Override
  public Packet first() {
    return free.remove();
  }

  @Override
  public Packet exchange(Packet packet) throws IOException {
    verified.add(Optional.of(packet));
    try {
      Packet next = free.take();
      throwFailure();
      return next;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private void storeAll() {
    Acknowledgements acks = new Acknowledgements(sender);
    try {
      for (boolean more = true; more; ) {
        List<Optional<Packet>> taken = new ArrayList<>(List.of(verified.take()));
        verified.drainTo(taken, PacketFiles.MAX_PACKETS - 1);
        more = taken.stream().allMatch(Optional::isPresent);
        List<Packet> packets = taken.stream().flatMap(Optional::stream).toList();
        if (failure == null) {
          storeOrFail(packets, acks);
        }
        free.addAll(packets);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void storeOrFail(List<Packet> packets, Acknowledgements acks) {
    try {
      files.store(packets);
      acks.send(packets);
    } catch (IOException e) {
      failure = e;
      try {
        sender.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
    }
  }

  @Override
  public void finish(boolean sync) throws IOException {
    end();
    throwFailure();
    if (sync) {
      files.sync();
    }
  }

  @Override
  public void close() throws IOException {
    try (files) {
      end();
    }
  }

  private void end() throws IOException {
    if (!ended) {
      ended = true;
      verified.add(Optional.empty());
    }
    try {
      storing.join();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private void throwFailure() throws IOException {
    IOException failed = failure;
    if (failed != null) {
      throw new IOException("a packet could not be stored: " + failed.getMessage(), failed);
    }
  }

  private static InterruptedIOException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    InterruptedIOException e = new InterruptedIOException("interrupted while packets were stored");
    e.initCause(cause);
    return e;
  }
}
