package org.tieredhdfs.hdfs.weave.types;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.tieredhdfs.hdfs.peers.TokenAliases;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Lets a block token for a custom type be used with its alias. */
public final class TokenTypesPatch extends AdvicePatch {
  public TokenTypesPatch() {
    super(
        PatchPoint.TOKEN_TYPES,
        named("checkAccess").and(takesArguments(Object[].class, Object[].class, String.class)),
        Inlined.class,
        TokenAliases.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the argument
    static void enter(
        @Advice.Argument(0) Object[] granted,
        @Advice.Argument(value = 1, readOnly = false) Object[] requested) {
      requested = TokenAliases.meant(granted, requested);
    }
  }
}
