package org.tieredhdfs.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.coprocessor.RegionServerCoprocessor;
import org.apache.hadoop.hbase.mob.MobConstants;
import org.apache.hadoop.hbase.mob.MobUtils;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.HFileArchiveUtil;

/**
 * Refuses to start a RegionServer with invalid placement keys, reporting all faults at once, and
 * sets the policies of shared directories before anything is written there. Nothing else keeps a
 * server from starting: a NameNode that does not answer is a warning.
 *
 * <p>Named in {@code hbase.coprocessor.regionserver.classes}. The policy of WALs is set on their
 * common directory, since HBase calls no hook between creating a server's directory and writing the
 * first log in it.
 */
public final class TieredRegionServerCoprocessor implements RegionServerCoprocessor {

  @Override
  @SuppressWarnings("rawtypes") // HBase's own signature
  public void start(CoprocessorEnvironment env) throws IOException {
    List<String> faults = new ArrayList<>();
    HarmlessHook.run(
        "start",
        () -> {
          Configuration conf = env.getConfiguration();
          if (!PlacementCheck.given(conf).isEmpty()) {
            faults.addAll(PlacementCheck.ofServer(conf, PlacementCheck.knownPolicies(conf)));
            PlacementMetrics.get().register();
            if (faults.isEmpty()) {
              markShared(conf);
            }
          }
        });
    if (!faults.isEmpty()) {
      throw new IOException("Placement of HBase's files: " + String.join("; ", faults));
    }
  }

  private static void markShared(Configuration conf) throws IOException {
    Path logs = CommonFSUtils.getWALRootDir(conf);
    mark(conf, new Path(logs, HConstants.HREGION_LOGDIR_NAME), FileClass.WAL);
    // HBase writes MOB files here and renames them into the directory of their family
    mark(conf, new Path(MobUtils.getMobHome(conf), MobConstants.TEMP_DIR_NAME), FileClass.MOB);
    mark(conf, HFileArchiveUtil.getArchivePath(conf), FileClass.ARCHIVED);
    mark(conf, new Path(logs, HConstants.HREGION_OLDLOGDIR_NAME), FileClass.ARCHIVED);
  }

  private static void mark(Configuration conf, Path directory, FileClass fileClass)
      throws IOException {
    String policy = StorePlacement.of(conf).policy(fileClass).orElse("");
    if (!policy.isEmpty()) {
      StoreDirectories.markDirectory(directory.getFileSystem(conf), directory, fileClass, policy);
    }
  }
}
