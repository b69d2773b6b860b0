package org.tieredhdfs.hdfs.weave.patches;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.IOException;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.ram.RamVolumeCheck;
import org.tieredhdfs.hdfs.start.StartCheck;

/** Patches that make a daemon check and refuse before anything is changed. */
final class StartPatches {
  static final List<Patch> ALL =
      List.of(
          Patch.at("NAMENODE_START", "hdfs.server.namenode.NameNode")
              .member("<init>(Configuration, NamenodeRole)")
              .purpose("checks configuration and overlay before a NameNode reads its namespace")
              .reason("plug-ins start later")
              .method(
                  isConstructor().and(takesArguments(2)).and(takesArgument(0, Configuration.class)))
              .inlines(NamenodeStartAdvice.class, StartCheck.class),
          Patch.at("DATANODE_START", "hdfs.server.datanode.DataNode")
              .member("getStorageLocations(Configuration)")
              .purpose("checks configuration and overlay before a DataNode opens its volumes")
              .reason("plug-ins start later")
              .method("getStorageLocations", Configuration.class)
              .inlines(DatanodeStartAdvice.class, StartCheck.class),
          Patch.at("VOLUME_CHANGE", "hdfs.server.datanode.DataNode")
              .member("refreshVolumes(String)")
              .purpose("refuses a new volume of a RAM type that is not in memory")
              .reason("there is no hook for new volumes")
              .method("refreshVolumes", String.class)
              .inlines(VolumeChangeAdvice.class, RamVolumeCheck.class));

  private StartPatches() {}

  static final class NamenodeStartAdvice {
    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) Configuration conf) {
      StartCheck.require("NameNode", conf);
    }
  }

  static final class DatanodeStartAdvice {
    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) Configuration conf) {
      StartCheck.require("DataNode", conf);
    }
  }

  static final class VolumeChangeAdvice {
    @Advice.OnMethodEnter
    static void enter(@Advice.This DataNode dataNode, @Advice.Argument(0) @Nullable String volumes)
        throws IOException {
      if (volumes != null) {
        RamVolumeCheck.require(dataNode.getConf(), volumes);
      }
    }
  }
}
