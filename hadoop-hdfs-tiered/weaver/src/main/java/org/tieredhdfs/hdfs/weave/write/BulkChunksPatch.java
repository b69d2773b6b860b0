package org.tieredhdfs.hdfs.weave.write;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.io.IOException;
import java.util.Map;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.fs.FSOutputSummer;
import org.apache.hadoop.hdfs.BulkChunks;
import org.apache.hadoop.util.DataChecksum;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/**
 * Puts whole chunks into a packet together.
 *
 * <p>What it does in place of the stock methods of {@code DFSOutputStream} relies on what those do.
 */
public final class BulkChunksPatch extends AdvicePatch {
  public BulkChunksPatch() {
    super(PatchPoint.BULK_CHUNKS, named("write1"), Inlined.class, BulkChunks.class);
  }

  @Override
  public ElementMatcher<? super MethodDescription> reliesOn() {
    return named("write").or(named("writeChecksumChunks")).or(named("flushBuffer"));
  }

  @Override
  public Map<String, ElementMatcher<? super MethodDescription>> reliesOnElsewhere() {
    return Map.of(
        "org.apache.hadoop.hdfs.DFSOutputStream",
        named("writeChunk")
            .or(named("writeChunkPrepare"))
            .or(named("enqueueCurrentPacketFull"))
            .or(named("adjustChunkBoundary"))
            .or(named("createPacket")),
        "org.apache.hadoop.hdfs.DFSPacket",
        named("writeData").or(named("writeChecksum")).or(named("incNumChunks")));
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

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
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the return value
    static void exit(@Advice.Enter int taken, @Advice.Return(readOnly = false) int result) {
      if (taken != 0) {
        result = taken;
      }
    }
  }
}
