package org.tieredhdfs.hdfs.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdfs.protocol.datatransfer.PipelineAck;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.util.Daemon;
import org.junit.jupiter.api.Test;

class MirrorAckOutputTest {
  private final AtomicInteger flushes = new AtomicInteger();

  /** Two whole acknowledgements and a part of a third have come. */
  private MirrorAckInput input() throws IOException {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    for (int seqno = 0; seqno < 3; seqno++) {
      new PipelineAck(seqno, new int[] {Status.SUCCESS_VALUE}).write(frames);
    }
    byte[] bytes = frames.toByteArray();
    return new MirrorAckInput(new ByteArrayInputStream(bytes, 0, bytes.length - 1));
  }

  private MirrorAckOutput output(MirrorAckInput acks) {
    return new MirrorAckOutput(
        new ByteArrayOutputStream() {
          @Override
          public void flush() {
            flushes.incrementAndGet();
          }
        },
        acks,
        ReceiveMetrics.get());
  }

  private static void runAs(Runnable responder) throws InterruptedException {
    Daemon thread = new Daemon(responder);
    thread.start();
    thread.join();
  }

  private int flushesAfterFirstAck(Queue<?> waiting, boolean byOwner) throws Exception {
    flushes.set(0);
    MirrorAckInput acks = input();
    MirrorAckOutput out = output(acks);
    Runnable responder =
        () -> {
          try {
            new PipelineAck().readFields(acks);
            out.flush();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        };
    out.join(byOwner ? responder : () -> {}, waiting);
    runAs(responder);
    return flushes.get();
  }

  @Test
  void anAcknowledgementThatIsFollowedAtOnceIsSentWithTheNext() throws Exception {
    assertThat(flushesAfterFirstAck(new ArrayDeque<>(List.of(1, 2, 3)), true)).isZero();
  }

  @Test
  void noneWaitsForOneWhosePacketMayNotBeThereOrBeTheLast() throws Exception {
    assertThat(flushesAfterFirstAck(new ArrayDeque<>(List.of(1, 2)), true)).isEqualTo(1);
  }

  @Test
  void anotherThreadAlwaysSends() throws Exception {
    assertThat(flushesAfterFirstAck(new ArrayDeque<>(List.of(1, 2, 3)), false)).isEqualTo(1);
  }

  @Test
  void noneWaitsForOneThatHasNotCome() throws Exception {
    MirrorAckInput acks = input();
    new PipelineAck().readFields(acks);
    assertThat(acks.hasNext()).isTrue();
    new PipelineAck().readFields(acks);
    assertThat(acks.hasNext()).isFalse();
  }
}
