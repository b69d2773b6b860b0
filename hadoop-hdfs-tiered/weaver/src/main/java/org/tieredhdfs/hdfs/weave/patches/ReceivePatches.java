package org.tieredhdfs.hdfs.weave.patches;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.server.datanode.BatchReceiver;
import org.apache.hadoop.hdfs.server.datanode.MirrorAcks;
import org.apache.hadoop.util.Daemon;
import org.tieredhdfs.hdfs.receive.PacketInput;
import org.tieredhdfs.hdfs.receive.XceiverInput;
import org.tieredhdfs.hdfs.receive.XceiverThread;

/** Patches of how a DataNode receives blocks. */
final class ReceivePatches {
  static final List<Patch> ALL =
      List.of(
          Patch.at("XCEIVER_INPUT", "hdfs.server.datanode.DataXceiver")
              .member("run()")
              .purpose("reads several packets at once")
              .reason("the stream is created here, with at most 512 bytes")
              .method(named("run").and(takesNoArguments()))
              .reliesOn(named("writeBlock").or(named("replaceBlock")))
              .changes(
                  PacketInput.class,
                  () ->
                      new MadeInsteadChange(
                          Map.of(
                              BufferedInputStream.class,
                              PacketInput.class,
                              DataInputStream.class,
                              XceiverInput.class))),
          Patch.at("XCEIVER_THREAD", "hdfs.server.datanode.DataXceiverServer")
              .member("run()")
              .purpose("defers interrupts while a thread writes to a file")
              .reason("the thread is created here")
              .method(named("run").and(takesNoArguments()))
              .changes(
                  XceiverThread.class,
                  () -> new MadeInsteadChange(Map.of(Daemon.class, XceiverThread.class))),
          Patch.at("RECEIVE_BLOCK", "hdfs.server.datanode.BlockReceiver")
              .member(
                  "receiveBlock(DataOutputStream, DataInputStream, DataOutputStream,"
                      + " String, DataTransferThrottler, DatanodeInfo[], boolean)")
              .purpose("lends a buffer to a receiver for its block")
              .reason("there is no factory, and no other method spans a block")
              .method(named("receiveBlock").and(takesArguments(7)))
              .inlines(ReceiveBlockAdvice.class, BatchReceiver.class),
          Patch.at("RECEIVE_PACKET", "hdfs.server.datanode.BlockReceiver")
              .member("receivePacket()")
              .purpose("receives ordinary packets in batches")
              .reason("a private method that handles one at a time")
              .method(named("receivePacket").and(takesNoArguments()))
              // the calls of the stock method that the replacement also makes or replaces
              .reliesOn(
                  namedOneOf(
                      "shouldVerifyChecksum",
                      "verifyChunks",
                      "flushOrSync",
                      "handleMirrorOutError",
                      "trackSendPacketToLastNodeInPipeline",
                      "manageWriterOsCache"))
              .inlines(ReceivePacketAdvice.class, BatchReceiver.class),
          Patch.at("ENQUEUE_ACK", "hdfs.server.datanode.BlockReceiver$PacketResponder")
              .member("enqueue(long, boolean, long, Status)")
              .purpose("acknowledges a packet in the thread that wrote it")
              .reason("stock code always uses a second thread")
              .method(named("enqueue").and(takesArguments(4)))
              // how stock takes turns in sending, and when it takes a packet from the queue
              .reliesOn(
                  namedOneOf(
                      "run",
                      "sendOOBResponse",
                      "sendAckUpstream",
                      "sendAckUpstreamUnprotected",
                      "waitForAckHead",
                      "removeAckHead",
                      "close"))
              .inlines(EnqueueAckAdvice.class, BatchReceiver.class),
          Patch.at("MIRROR_ACKS", "hdfs.server.datanode.BlockReceiver$PacketResponder")
              .member("<init>(BlockReceiver, DataOutputStream, DataInputStream, DatanodeInfo[])")
              .purpose("reads the next DataNode's acknowledgements through a buffer")
              .reason("the streams are created here")
              .method(isConstructor().and(takesArguments(4)))
              .inlines(MirrorAcksAdvice.class, MirrorAcks.class));

  private ReceivePatches() {}

  static final class ReceiveBlockAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Object receiver,
        @Advice.FieldValue("in") DataInputStream in) {
      BatchReceiver.begin(receiver, in);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.FieldValue("in") DataInputStream in) {
      BatchReceiver.end(in);
    }
  }

  static final class ReceivePacketAdvice {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static int enter(@Advice.FieldValue("in") DataInputStream in) throws IOException {
      return BatchReceiver.receive(in);
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Enter int receivedBytes, @Advice.Return(readOnly = false) int result) {
      if (receivedBytes != 0) {
        result = receivedBytes;
      }
    }
  }

  static final class EnqueueAckAdvice {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Object responder,
        @Advice.FieldValue(value = "this$0", typing = Assigner.Typing.DYNAMIC) Object receiver,
        @Advice.Argument(0) long seqno,
        @Advice.Argument(1) boolean last,
        @Advice.Argument(2) long offset,
        @Advice.Argument(3) Status status)
        throws IOException {
      return BatchReceiver.acknowledge(responder, receiver, seqno, last, offset, status);
    }
  }

  static final class MirrorAcksAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) Object receiver,
        @Advice.Argument(value = 1, readOnly = false) DataOutputStream upstream,
        @Advice.Argument(value = 2, readOnly = false) DataInputStream downstream) {
      downstream = MirrorAcks.buffered(receiver, downstream);
      upstream = MirrorAcks.joining(upstream, downstream);
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Runnable responder,
        @Advice.FieldValue("upstreamOut") DataOutputStream upstream,
        @Advice.FieldValue("ackQueue") Queue<?> queue) {
      MirrorAcks.join(responder, upstream, queue);
    }
  }
}
