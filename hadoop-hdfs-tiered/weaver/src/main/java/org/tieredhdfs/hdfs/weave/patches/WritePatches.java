package org.tieredhdfs.hdfs.weave.patches;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.MemberSubstitution;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSOutputSummer;
import org.apache.hadoop.hdfs.BulkChunks;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.PipelineSockets;
import org.apache.hadoop.hdfs.util.ByteArrayManager;
import org.apache.hadoop.util.DataChecksum;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.write.PacketBuffers;

/** Patches of the client's write path: the work per packet, chunk and acknowledgement. */
@SuppressWarnings("UnusedVariable") // inlined: assignments set arguments, fields, results
final class WritePatches {
  static final List<Patch> ALL =
      List.of(
          Patch.at("PACKET_BUFFERS", "hdfs.ClientContext")
              .member("<init>(String, DfsClientConf, Configuration)")
              .purpose("lets a client reuse the buffers of acknowledged packets")
              .reason("Hadoop's own manager blocks streams at its limit")
              .method(isConstructor())
              .inlines(PacketBuffersAdvice.class, PacketBuffers.class),
          Patch.at("BULK_CHUNKS", "fs.FSOutputSummer")
              .member("write1(byte[], int, int)")
              .purpose("copies all whole chunks that fit into a packet at once")
              .reason("private, in a stream that is not pluggable")
              .method(named("write1"))
              .reliesOn(named("write").or(named("writeChecksumChunks")).or(named("flushBuffer")))
              .reliesOn(
                  "hdfs.DFSOutputStream",
                  named("writeChunk")
                      .or(named("writeChunkPrepare"))
                      .or(named("enqueueCurrentPacketFull"))
                      .or(named("adjustChunkBoundary"))
                      .or(named("createPacket")))
              .reliesOn(
                  "hdfs.DFSPacket",
                  named("writeData").or(named("writeChecksum")).or(named("incNumChunks")))
              .inlines(BulkChunksAdvice.class, BulkChunks.class),
          Patch.at("PIPELINE_SOCKET", "hdfs.DataStreamer")
              .member("createSocketForPipeline(DatanodeInfo, int, DFSClient)")
              .purpose("uses blocking writes")
              .reason("the socket factory applies to readers, too")
              .method(named("createSocketForPipeline"))
              // only the look at the client's own factory, which readers go on to use
              .changes(
                  PipelineSockets.class,
                  () ->
                      MemberSubstitution.relaxed()
                          .field(named("socketFactory"))
                          .onRead()
                          .replaceWith(Patch.method(PipelineSockets.class, "factory"))),
          Patch.at("ACK_READS", "hdfs.DataStreamer")
              .member(
                  "createBlockOutputStream(DatanodeInfo[], StorageType[], String[], long, boolean)")
              .purpose("reads acknowledgements through a buffer")
              .reason("the stream is created here, for a private field")
              .method(named("createBlockOutputStream"))
              .inlines(AckReadsAdvice.class, PipelineSockets.class));

  private WritePatches() {}

  static final class PacketBuffersAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.FieldValue(value = "byteArrayManager", readOnly = false) ByteArrayManager buffers,
        @Advice.Argument(2) Configuration conf) {
      buffers = PacketBuffers.inPlaceOf(buffers, conf);
    }
  }

  static final class BulkChunksAdvice {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static int enter(
        @Advice.This FSOutputSummer stream,
        @Advice.FieldValue("count") int bufferedBytes,
        @Advice.FieldValue("sum") DataChecksum checksum,
        @Advice.Argument(0) byte[] bytes,
        @Advice.Argument(1) int offset,
        @Advice.Argument(2) int length)
        throws IOException {
      return BulkChunks.write(stream, bufferedBytes, checksum, bytes, offset, length);
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Enter int taken, @Advice.Return(readOnly = false) int result) {
      if (taken != 0) {
        result = taken;
      }
    }
  }

  static final class AckReadsAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.FieldValue("dfsClient") DFSClient client,
        @Advice.FieldValue(value = "blockReplyStream", readOnly = false)
            @Nullable DataInputStream stream) {
      stream = PipelineSockets.acks(client, stream);
    }
  }
}
