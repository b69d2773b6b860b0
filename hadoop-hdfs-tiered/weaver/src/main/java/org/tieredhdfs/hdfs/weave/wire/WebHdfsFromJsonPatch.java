package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.Map;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.peers.ShownJson;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Takes the true types from the JSON of WebHDFS instead of the aliases. */
public final class WebHdfsFromJsonPatch extends AdvicePatch {
  public WebHdfsFromJsonPatch() {
    super(
        PatchPoint.WEBHDFS_FROM_JSON,
        named("toLocatedBlock")
            .or(named("toBlockLocation"))
            .or(named("toBlockStoragePolicy"))
            .and(takesArguments(Map.class)),
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

    @Advice.OnMethodEnter
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the argument
    static void enter(@Advice.Argument(value = 0, readOnly = false) @Nullable Map<?, ?> json) {
      json = ShownJson.restore(json);
    }
  }
}
