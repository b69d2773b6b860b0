package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.source.JvmMetrics;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.authorize.ProxyUsers;
import org.tieredhdfs.mover.rpc.RpcKeys;
import org.tieredhdfs.mover.service.MoverService;

/** {@code filemover serve}: the service, until the process is told to end. */
final class ServeCommand {
  private final Configuration conf;
  private final PrintStream out;
  private final Interruption interruption;

  ServeCommand(Configuration conf, PrintStream out, Interruption interruption) {
    this.conf = conf;
    this.out = out;
    this.interruption = interruption;
  }

  Exit run(List<String> words) throws UsageException, IOException, InterruptedException {
    if (!words.isEmpty()) {
      throw new UsageException(
          "serve: '" + words.get(0) + "' is not allowed; it has no options, see its configuration");
    }
    if (!RpcKeys.KEYTAB.getText(conf).isEmpty()) {
      SecurityUtil.login(conf, RpcKeys.KEYTAB.name(), RpcKeys.PRINCIPAL.name());
    }
    DefaultMetricsSystem.initialize("FileMover");
    JvmMetrics.initSingleton("FileMover", null);
    ProxyUsers.refreshSuperUserGroupsConfiguration(conf);
    URI uri = DefaultFileSystem.of(conf);
    CountDownLatch end = new CountDownLatch(1);
    interruption.whenInterrupted(end::countDown);
    out.println(
        "File mover's service for " + uri.getAuthority() + ": waiting to be the one at work");
    try (MoverService service = MoverService.start(conf, uri)) {
      out.println("The page is at http://" + NetUtils.getHostPortString(service.webAddress()));
      out.println("At work, " + service.open() + " requests are open");
      while (!end.await(1, TimeUnit.SECONDS)) {
        if (service.isFenced()) {
          throw new IOException("another instance has taken over");
        }
      }
      out.println("Ending, " + service.open() + " requests stay in the journal");
    }
    return Exit.INTERRUPTED;
  }
}
