package org.tieredhdfs.ycsb.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a {@link LocalHBase}: the one that all test classes of a run share, since its start
 * takes longer than most tests.
 */
public final class LocalHBaseExtension implements ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(LocalHBaseExtension.class);

  private record Shared(LocalHBase hbase, Path directory) implements AutoCloseable {

    static Shared start() {
      try {
        Path directory = Files.createTempDirectory("hbase");
        return new Shared(new LocalHBase(directory), directory);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while HBase starts", e);
      }
    }

    @Override
    public void close() throws IOException {
      hbase.close();
      FileUtil.fullyDelete(directory.toFile());
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == LocalHBase.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(Shared.class, type -> Shared.start(), Shared.class)
        .hbase();
  }
}
