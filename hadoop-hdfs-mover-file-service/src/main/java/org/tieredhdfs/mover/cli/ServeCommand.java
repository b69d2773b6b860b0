package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.source.JvmMetrics;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.authorize.ProxyUsers;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.conf.RpcKeys;
import org.tieredhdfs.mover.service.MoverService;
import org.tieredhdfs.mover.service.ServiceHost;
import org.tieredhdfs.tiering.round.RuleRounds;

/** {@code filemover serve}: runs the service until the process is stopped. */
final class ServeCommand {
  private final Configuration conf;
  private final PrintStream out;
  private final Interruption interruption;

  ServeCommand(Configuration conf, PrintStream out, Interruption interruption) {
    this.conf = conf;
    this.out = out;
    this.interruption = interruption;
  }

  Exit run(List<String> words) throws UsageException, IOException {
    if (!words.isEmpty()) {
      throw new UsageException(
          "serve: '" + words.get(0) + "' is not allowed; there are configuration keys only");
    }
    if (!RpcKeys.KEYTAB.getText(conf).isEmpty()) {
      SecurityUtil.login(conf, RpcKeys.KEYTAB.name(), RpcKeys.PRINCIPAL.name());
    }
    DefaultMetricsSystem.initialize("FileMover");
    JvmMetrics.initSingleton("FileMover", null);
    ProxyUsers.refreshSuperUserGroupsConfiguration(conf);
    URI uri = ClusterPaths.ofService(conf);
    ServiceHost.Listener told =
        new ServiceHost.Listener() {
          private @Nullable RuleRounds rules;

          @Override
          public void standsBy() {
            String name = uri.getAuthority();
            out.println("File mover's service for " + name + ": waiting to become active");
          }

          @Override
          public void works(MoverService service) {
            rules = RuleRounds.start(conf, uri, service::requireActive);
            out.println("Web page: " + service.webUrl());
            out.println("Active, " + service.open() + " requests are open");
          }

          @Override
          public void ends(MoverService service) {
            IOUtils.closeStream(rules);
            out.println("Stopping, " + service.open() + " requests stay in the journal");
          }
        };
    ServiceHost host = new ServiceHost(conf, uri, told);
    interruption.whenInterrupted(host::end);
    host.run();
    return Exit.INTERRUPTED;
  }
}
