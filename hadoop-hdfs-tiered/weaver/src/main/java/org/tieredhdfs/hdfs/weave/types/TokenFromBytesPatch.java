package org.tieredhdfs.hdfs.weave.types;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.DataInput;
import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.hdfs.peers.ReadableTokens;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Reads the true types of a block token that stock DataNodes can read. */
public final class TokenFromBytesPatch extends AdvicePatch {
  public TokenFromBytesPatch() {
    super(
        PatchPoint.TOKEN_FROM_BYTES,
        named("readFields").and(takesArguments(DataInput.class)),
        Inlined.class,
        ReadableTokens.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets a field
    static void exit(
        @Advice.Argument(0) DataInput in,
        @Advice.FieldValue("useProto") boolean isProtobuf,
        @Advice.FieldValue("cache") byte[] token,
        @Advice.FieldValue(value = "storageTypes", readOnly = false) StorageType[] types) {
      types = ReadableTokens.meant(in, isProtobuf, token, types);
    }
  }
}
