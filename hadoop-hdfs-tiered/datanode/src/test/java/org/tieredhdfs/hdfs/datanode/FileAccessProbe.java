package org.tieredhdfs.hdfs.datanode;

import static net.bytebuddy.matcher.ElementMatchers.isPublic;
import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.nameMatches;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.none;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.io.File;
import java.nio.file.Path;
import java.util.function.Consumer;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/**
 * Hears of every call of this process that goes to a file system, whoever makes it: java.io and
 * java.nio themselves tell.
 *
 * <p>Faults inside FileIoProvider leave unseen what goes past it; this sees that, too.
 */
final class FileAccessProbe implements AutoCloseable {
  /** Woven code can use nothing but what the JDK has. */
  private static final String HEARER = "tiered.test.file.accesses";

  static {
    new AgentBuilder.Default()
        .disableClassFormatChanges()
        .with(RedefinitionStrategy.RETRANSFORMATION)
        .ignore(none())
        .type(named("java.io.File"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(
                    Advice.to(OfFile.class)
                        .on(
                            isPublic()
                                .and(not(isStatic()))
                                .and(
                                    nameMatches(
                                        "exists|is(File|Directory|Hidden)|length|lastModified"
                                            + "|can[A-Z].*|list.*|mkdirs?|delete|renameTo"
                                            + "|createNewFile|set[A-Z].*|get.*Space"
                                            + "|getCanonical.*")))))
        .type(
            namedOneOf(
                "java.io.FileInputStream", "java.io.FileOutputStream", "java.io.RandomAccessFile"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(
                    Advice.to(OfArgument.class)
                        .on(named("open").and(takesArgument(0, String.class)))))
        .type(named("sun.nio.fs.UnixFileSystemProvider"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(
                    Advice.to(OfArgument.class).on(isPublic().and(takesArgument(0, Path.class)))))
        .installOn(ByteBuddyAgent.install());
  }

  private static final class OfFile {
    @Advice.OnMethodEnter
    @SuppressWarnings("unchecked")
    static void enter(@Advice.This Object file) {
      Object hearer = System.getProperties().get("tiered.test.file.accesses");
      if (hearer != null) {
        ((Consumer<Object>) hearer).accept(file);
      }
    }
  }

  private static final class OfArgument {
    @Advice.OnMethodEnter
    @SuppressWarnings("unchecked")
    static void enter(@Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) Object file) {
      Object hearer = System.getProperties().get("tiered.test.file.accesses");
      if (hearer != null) {
        ((Consumer<Object>) hearer).accept(file);
      }
    }
  }

  /**
   * Begins to hear of accesses below a folder.
   *
   * @param accesses called by the thread that makes the access, before it does
   */
  FileAccessProbe(File folder, Consumer<String> accesses) {
    String root = folder.getAbsolutePath() + File.separator;
    Consumer<Object> hearer =
        file -> {
          String path = String.valueOf(file);
          if (path.startsWith(root)) {
            accesses.accept(path);
          }
        };
    System.getProperties().put(HEARER, hearer);
  }

  @Override
  public void close() {
    System.getProperties().remove(HEARER);
  }
}
