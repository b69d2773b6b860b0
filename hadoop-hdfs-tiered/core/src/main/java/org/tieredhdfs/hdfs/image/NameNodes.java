package org.tieredhdfs.hdfs.image;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HAUtil;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.hdfs.NameNodeProxies;
import org.apache.hadoop.hdfs.NameNodeProxiesClient.ProxyAndInfo;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.namenode.TransferFsImage;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.hdfs.web.URLConnectionFactory;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * All NameNodes of a cluster, a single one or an HA pair, for operations on each.
 *
 * <p>Used by one thread.
 */
public final class NameNodes {
  /** A standby reads edits once a minute, unless told otherwise. */
  private static final long CATCH_UP_LIMIT_MS = 180_000;

  private static final long LOOK_MS = 500;

  private final Configuration conf;
  private final List<One> all = new ArrayList<>();

  private record One(ClientProtocol calls, InetSocketAddress address) {}

  public NameNodes(DistributedFileSystem fs) throws IOException {
    this.conf = fs.getConf();
    if (HAUtilClient.isLogicalUri(conf, fs.getUri())) {
      for (ProxyAndInfo<ClientProtocol> proxy :
          HAUtil.getProxiesForAllNameNodesInNameservice(
              conf, fs.getUri().getHost(), ClientProtocol.class)) {
        all.add(new One(proxy.getProxy(), proxy.getAddress()));
      }
      // the active one first: the others save what they have read from it
      InetSocketAddress active = HAUtil.getAddressOfActive(fs);
      all.sort(Comparator.comparing(one -> !one.address.equals(active)));
    } else {
      all.add(new One(fs.getClient().getNamenode(), HAUtil.getAddressOfActive(fs)));
    }
  }

  /**
   * Has an image written that holds everything up to now.
   *
   * <p>With HA the standbys write it, after they have read all edits: clients do not notice, and a
   * standby that restarts from its own image reads no older edits. A single NameNode is in safe
   * mode meanwhile.
   *
   * @return what was done, a line for each
   */
  public List<String> checkpoint() throws IOException {
    List<String> done = new ArrayList<>();
    long last = all.size() == 1 ? 0 : all.get(0).calls.rollEdits() - 1;
    for (One nameNode : savers()) {
      awaitTransaction(nameNode, last);
      save(nameNode.calls);
      done.add("Namespace saved on " + nameNode.address);
    }
    return done;
  }

  private List<One> savers() {
    return all.size() == 1 ? all : all.subList(1, all.size());
  }

  /** The image that {@link #checkpoint} has had written, into an empty folder. */
  public File savedImage(Path folder) throws IOException {
    return image(savers().get(0), folder);
  }

  /**
   * The newest image that a NameNode has and gives; of equal ones that of a standby.
   *
   * @param folder an empty one, for the image
   * @throws IOException if none gives one, as to a user who is no superuser
   */
  public File newestImage(Path folder) throws IOException {
    List<String> failures = new ArrayList<>();
    // by address: to ask a proxy for its hash would be a call
    Map<InetSocketAddress, Long> ends = new HashMap<>();
    for (One nameNode : all) {
      try {
        ends.put(nameNode.address, namenodeProtocol(nameNode).getMostRecentCheckpointTxId());
      } catch (IOException e) {
        failures.add(nameNode.address + ": " + e.getMessage());
      }
    }
    List<One> holders = new ArrayList<>(all);
    holders.removeIf(holder -> !ends.containsKey(holder.address));
    Collections.reverse(holders);
    holders.sort(Comparator.comparingLong(holder -> -ends.getOrDefault(holder.address, 0L)));
    for (One holder : holders) {
      try {
        return image(holder, folder);
      } catch (IOException e) {
        failures.add(holder.address + ": " + e.getMessage());
        if (Files.isDirectory(folder)) {
          FileUtils.cleanDirectory(folder.toFile());
        }
      }
    }
    throw new IOException("no NameNode gave an image: " + String.join("; ", failures));
  }

  private File image(One from, Path folder) throws IOException {
    URL nameNode = httpAddress(from);
    PrivilegedExceptionAction<Boolean> download =
        () -> {
          TransferFsImage.downloadMostRecentImageToDirectory(nameNode, folder.toFile());
          return true;
        };
    SecurityUtil.doAsCurrentUser(download);
    File[] files = folder.toFile().listFiles();
    if (files == null || files.length != 1) {
      throw new IOException(nameNode + " gave no image");
    }
    return files[0];
  }

  private URL httpAddress(One nameNode) throws IOException {
    return DFSUtil.getInfoServer(nameNode.address, conf, DFSUtil.getHttpClientScheme(conf)).toURL();
  }

  /** The block pool of the namespace. */
  public String blockPool() throws IOException {
    return namenodeProtocol(all.get(0)).versionRequest().getBlockPoolID();
  }

  /**
   * What the active NameNode's configuration says, by its page.
   *
   * @throws IOException if it does not tell, as to a user who is no administrator
   */
  public String setting(String key) throws IOException {
    URL page = new URL(httpAddress(all.get(0)), "/conf?format=json&name=" + key);
    PrivilegedExceptionAction<String> read =
        () -> {
          URLConnectionFactory pages = URLConnectionFactory.newDefaultURLConnectionFactory(conf);
          boolean isSecure = UserGroupInformation.isSecurityEnabled();
          try (InputStream in = pages.openConnection(page, isSecure).getInputStream()) {
            return new ObjectMapper().readTree(in).path("property").path("value").asText();
          } finally {
            pages.destroy();
          }
        };
    return SecurityUtil.doAsCurrentUser(read);
  }

  private static void save(ClientProtocol nameNode) throws IOException {
    boolean isSafe = nameNode.setSafeMode(SafeModeAction.SAFEMODE_GET, false);
    if (!isSafe) {
      nameNode.setSafeMode(SafeModeAction.SAFEMODE_ENTER, false);
    }
    try {
      nameNode.saveNamespace(0, 0);
    } finally {
      if (!isSafe) {
        nameNode.setSafeMode(SafeModeAction.SAFEMODE_LEAVE, false);
      }
    }
  }

  private void awaitTransaction(One nameNode, long transaction) throws IOException {
    NamenodeProtocol calls = namenodeProtocol(nameNode);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CATCH_UP_LIMIT_MS);
    while (calls.getTransactionID() < transaction) {
      if (System.nanoTime() > end) {
        throw new IOException(
            nameNode.address + " has not read the edits up to " + transaction + " in time");
      }
      try {
        Thread.sleep(LOOK_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while waiting for " + nameNode.address, e);
      }
    }
  }

  /** The protocol between NameNodes. */
  private NamenodeProtocol namenodeProtocol(One nameNode) throws IOException {
    return NameNodeProxies.createNonHAProxy(
            conf,
            nameNode.address,
            NamenodeProtocol.class,
            UserGroupInformation.getCurrentUser(),
            true)
        .getProxy();
  }
}
