package org.tieredhdfs.mover.conf;

import java.util.List;
import org.tieredhdfs.hdfs.conf.ConfigKey;

/** The keys of the service's page. */
public final class WebKeys {
  private static final String SERVICE = "file-level mover's service";

  public static final ConfigKey HTTP_ADDRESS =
      ConfigKey.text(
          "dfs.mover.file.service.http.address",
          "127.0.0.1:0",
          SERVICE,
          "HOST:PORT of the active instance's web page and Hadoop's /jmx, /prom and /logs. Port 0:"
              + " any free port, which is logged.");

  public static final ConfigKey HTTPS_ADDRESS =
      ConfigKey.text(
          "dfs.mover.file.service.https.address",
          "127.0.0.1:0",
          SERVICE,
          "The same for HTTPS, if dfs.http.policy enables it.");

  private WebKeys() {}

  /** All of them, in the order of the reference page. */
  public static List<ConfigKey> all() {
    return List.of(HTTP_ADDRESS, HTTPS_ADDRESS);
  }
}
