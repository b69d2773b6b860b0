package org.tieredhdfs.localcluster;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tieredhdfs.localcluster.conf.SiteSettings;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Daemon;

/**
 * The record of a started cluster, kept in its directory for {@code status} and the tools.
 *
 * <p>{@code down} never relies on it: what runs and what is mounted it asks the kernel.
 *
 * @param stock whether the daemons run without our jars
 * @param emulated whether volumes lie on devices of a media server
 * @param mediaFactor by which these are slower than their models
 * @param defaultFs {@code fs.defaultFS}
 * @param nameNodeHttp host and port of the NameNode's HTTP server
 * @param zooKeeper host and port of ZooKeeper, empty without HBase
 * @param classPath the daemons' class path without configuration directories
 * @param daemons what there should be
 * @param volumes of all DataNodes
 * @param profiles of the types of volumes
 */
public record ClusterRecord(
    boolean stock,
    boolean emulated,
    double mediaFactor,
    String defaultFs,
    String nameNodeHttp,
    String zooKeeper,
    String classPath,
    List<Daemon> daemons,
    List<Volume> volumes,
    Map<String, MediaProfile> profiles) {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  static ClusterRecord of(ClusterSpec spec, SiteSettings.Ports ports, List<Volume> volumes) {
    Map<String, MediaProfile> profiles = new TreeMap<>();
    spec.layout().counts().keySet().forEach(type -> profiles.put(type, spec.profile(type)));
    return new ClusterRecord(
        spec.isStock(),
        spec.isEmulated(),
        spec.mediaPace().factor(),
        ports.defaultFs(),
        ports.nameNodeHttpAddress(),
        spec.hasHbase() ? ports.zooKeeperAddress() : "",
        spec.classPath(),
        spec.daemons(),
        volumes,
        profiles);
  }

  /**
   * @throws ClusterException if there is no cluster in {@code dirs} or it never came so far
   */
  public static ClusterRecord read(ClusterDirs dirs) throws IOException, ClusterException {
    if (!dirs.isCluster() || !Files.exists(dirs.description())) {
      throw new ClusterException("there is no cluster in " + dirs.dir());
    }
    ClusterRecord record = JSON.readValue(dirs.description().toFile(), ClusterRecord.class);
    return record;
  }

  void write(ClusterDirs dirs) throws IOException {
    Path draft = dirs.dir().resolve("cluster.json.new");
    JSON.writeValue(draft.toFile(), this);
    Files.move(
        draft,
        dirs.description(),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
