package org.tieredhdfs.hdfs.weave.writers;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.datanode.ChosenStorage;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Writes a replica where the NameNode chose, whatever the client says of it. */
public final class WrittenStoragePatch extends AdvicePatch {
  public WrittenStoragePatch() {
    super(
        PatchPoint.WRITTEN_STORAGE,
        named("writeBlock")
            .and(takesArguments(19))
            .and(takesArgument(1, StorageType.class))
            .and(takesArgument(5, StorageType[].class))
            .and(takesArgument(17, String.class)),
        Inlined.class,
        ChosenStorage.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    @SuppressWarnings("UnusedVariable") // inlined: the assignments set arguments
    static void enter(
        @Advice.FieldValue("datanode") DataNode datanode,
        @Advice.Argument(value = 1, readOnly = false) StorageType type,
        @Advice.Argument(2) Token<BlockTokenIdentifier> token,
        @Advice.Argument(value = 5, readOnly = false) StorageType[] following,
        @Advice.Argument(value = 17, readOnly = false) @Nullable String id) {
      ChosenStorage chosen = ChosenStorage.of(datanode, token, id);
      type = chosen.type(type);
      following = chosen.following(following);
      id = chosen.id();
    }
  }
}
