package org.tieredhdfs.product.hbase;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.util.KerberosName;

/**
 * A key distribution centre in this process with users of its own: {@code hdfs}, who is the
 * superuser of HDFS and runs the mover's service, {@code hbase}, who is not, and {@code ann}.
 */
final class KerberosRealm implements AutoCloseable {
  private static final String KERBEROS = "kerberos";

  private final MiniKdc kdc;
  private final File keytab;

  KerberosRealm(Path directory) throws Exception {
    kdc = new MiniKdc(MiniKdc.createConf(), Files.createDirectories(directory).toFile());
    kdc.start();
    keytab = directory.resolve("all.keytab").toFile();
    kdc.createPrincipal(keytab, "hdfs/localhost", "hbase/localhost", "HTTP/localhost", "ann");
    KerberosName.resetDefaultRealm();
    Configuration conf = new Configuration();
    settings().forEach(conf::set);
    UserGroupInformation.setConfiguration(conf);
  }

  /** What the Java of every process has to be told. */
  String javaOption() {
    return "-Djava.security.krb5.conf=" + kdc.getKrb5conf();
  }

  private String principal(String user) {
    return user + '@' + kdc.getRealm();
  }

  /** A user with a ticket; everything is asked in their name and in nobody else's. */
  UserGroupInformation loggedIn(String user) throws IOException {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal(user), keytab.getPath());
  }

  /** Makes a user the one that this process is. */
  void becomes(String user) throws IOException {
    UserGroupInformation.loginUserFromKeytab(principal(user), keytab.getPath());
  }

  /** The settings of all daemons and clients. */
  Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("hadoop.security.authentication", KERBEROS);
    settings.put("hadoop.user.group.static.mapping.overrides", "hdfs=hdfs;hbase=hbase;ann=ann");
    settings.put("hadoop.proxyuser.hdfs.hosts", "*");
    settings.put("hadoop.proxyuser.hdfs.users", "hbase,ann");
    identity(settings, "dfs.namenode.kerberos.principal", "dfs.namenode.keytab.file", "hdfs");
    identity(settings, "dfs.datanode.kerberos.principal", "dfs.datanode.keytab.file", "hdfs");
    String web = "dfs.web.authentication.kerberos.";
    identity(settings, web + "principal", web + "keytab", "HTTP");
    String service = "dfs.mover.file.service.";
    identity(settings, service + "kerberos.principal", service + "keytab.file", "hdfs");
    identity(settings, "hbase.master.kerberos.principal", "hbase.master.keytab.file", "hbase");
    String server = "hbase.regionserver.";
    identity(settings, server + "kerberos.principal", server + "keytab.file", "hbase");
    settings.put("dfs.block.access.token.enable", "true");
    settings.put("dfs.data.transfer.protection", "authentication");
    settings.put("ignore.secure.ports.for.testing", "true");
    settings.put("hbase.security.authentication", KERBEROS);
    return settings;
  }

  private void identity(
      Map<String, String> settings, String principalKey, String keytabKey, String user) {
    settings.put(principalKey, principal(user + "/localhost"));
    settings.put(keytabKey, keytab.getPath());
  }

  @Override
  public void close() {
    kdc.stop();
    UserGroupInformation.reset();
    UserGroupInformation.setConfiguration(new Configuration());
  }
}
