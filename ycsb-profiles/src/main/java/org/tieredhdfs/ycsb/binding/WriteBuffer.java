package org.tieredhdfs.ycsb.binding;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.jspecify.annotations.Nullable;

/**
 * The writes of one thread to one table that wait to be sent together.
 *
 * <p>Each write is kept here until HBase has confirmed it, so that every one that fails is known by
 * its operation, and those that met a closed connection can be sent again on a new one.
 *
 * <p>Used by one thread.
 */
final class WriteBuffer {

  /**
   * A buffered write that failed.
   *
   * @param operation YCSB's name of the operation that made it
   * @param cause why it failed
   */
  record Failure(String operation, Throwable cause) {}

  private record Waiting(String operation, Mutation mutation) {}

  private final TableName table;
  private final Session session;
  private final long capacityBytes;
  private final LongConsumer flushed;
  private List<Waiting> waiting = new ArrayList<>();
  private long waitingBytes;
  private @Nullable Connection mutatorOwner;
  private @Nullable BufferedMutator mutator;
  private IdentityHashMap<Row, Throwable> refused = new IdentityHashMap<>();

  /**
   * @param table where the writes go
   * @param session the connection to use
   * @param flushed hears how long each sending took, in us
   */
  WriteBuffer(TableName table, Session session, LongConsumer flushed) {
    this.flushed = flushed;
    this.table = table;
    this.session = session;
    this.capacityBytes = session.settings().writeBufferBytes();
  }

  /** Takes a write in, and sends all if the buffer is full then; returns those that failed. */
  List<Failure> add(String operation, Mutation mutation) {
    waiting.add(new Waiting(operation, mutation));
    waitingBytes += mutation.heapSize();
    return waitingBytes >= capacityBytes ? flush() : List.of();
  }

  /** Sends all writes and returns those that failed. */
  List<Failure> flush() {
    List<Waiting> unsent = new ArrayList<>(waiting);
    waiting = new ArrayList<>();
    waitingBytes = 0;
    List<Failure> failures = new ArrayList<>();
    if (unsent.isEmpty()) {
      return failures;
    }
    long startedNs = System.nanoTime();
    try {
      session.withConnection(
          connection -> {
            send(connection, unsent, failures);
            return true;
          });
    } catch (IOException | RuntimeException e) {
      unsent.forEach(write -> failures.add(new Failure(write.operation(), e)));
    }
    flushed.accept(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startedNs));
    return failures;
  }

  /**
   * Sends {@code unsent} and takes out of it what has been dealt with: written, or refused and
   * added to {@code failures}. Throws if the connection was lost, with the rest still in it.
   */
  private void send(Connection connection, List<Waiting> unsent, List<Failure> failures)
      throws IOException {
    refused = new IdentityHashMap<>();
    BufferedMutator to = mutatorOf(connection);
    for (Waiting write : unsent) {
      offer(to, write.mutation());
    }
    to.flush();
    List<Waiting> rest = new ArrayList<>();
    List<Failure> answers = new ArrayList<>();
    for (Waiting write : unsent) {
      Throwable cause = refused.get(write.mutation());
      if (cause != null) {
        rest.add(write);
        answers.add(new Failure(write.operation(), cause));
      }
    }
    if (rest.size() != refused.size()) {
      throw new IOException("HBase refused writes that were not sent: " + refused.values());
    }
    unsent.clear();
    if (!rest.isEmpty() && Session.isLost(connection)) {
      unsent.addAll(rest);
      throw new IOException("connection closed", answers.get(0).cause());
    }
    failures.addAll(answers);
  }

  /** A write that the client itself refuses, for its size, must not take the others with it. */
  private void offer(BufferedMutator to, Mutation mutation) throws IOException {
    try {
      to.mutate(mutation);
    } catch (IllegalArgumentException e) {
      refused.put(mutation, e);
    }
  }

  private BufferedMutator mutatorOf(Connection connection) throws IOException {
    BufferedMutator known = mutator;
    if (known == null || mutatorOwner != connection) {
      closeMutator();
      BufferedMutatorParams params =
          new BufferedMutatorParams(table)
              // sends only on flush
              .writeBufferSize(Long.MAX_VALUE)
              .listener((failure, source) -> remember(failure));
      known = connection.getBufferedMutator(params);
      mutator = known;
      mutatorOwner = connection;
    }
    return known;
  }

  private void remember(RetriesExhaustedWithDetailsException failure) {
    for (int i = 0; i < failure.getNumExceptions(); i++) {
      refused.put(failure.getRow(i), failure.getCause(i));
    }
  }

  /** Sends what waits and gives the resources back; returns the writes that failed. */
  List<Failure> close() {
    List<Failure> failures = flush();
    closeMutator();
    return Collections.unmodifiableList(failures);
  }

  private void closeMutator() {
    BufferedMutator old = mutator;
    mutator = null;
    mutatorOwner = null;
    if (old == null) {
      return;
    }
    try {
      old.close();
    } catch (IOException | RuntimeException e) {
      // its writes were confirmed or counted as failed before
      System.err.println("A buffered mutator did not close cleanly: " + e);
    }
  }
}
