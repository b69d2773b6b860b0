package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.peers.ShownJson;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Shows stock clients of WebHDFS the aliases of custom types. */
public final class WebHdfsToJsonPatch extends AdvicePatch {
  public WebHdfsToJsonPatch() {
    super(
        PatchPoint.WEBHDFS_TO_JSON,
        named("toJsonMap")
            .and(
                takesArguments(LocatedBlock.class)
                    .or(takesArguments(BlockLocation.class))
                    .or(takesArguments(BlockStoragePolicy.class))),
        Inlined.class,
        ShownJson.class);
  }

  @Override
  public int methodCount() {
    return 3;
  }

  /** The code that is inlined into the stock methods. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    static void exit(@Advice.Return @Nullable Object json) {
      ShownJson.show(json);
    }
  }
}
