package org.tieredhdfs.localcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.linux.LinuxTool.ToolException;
import org.tieredhdfs.linux.User;
import org.tieredhdfs.localcluster.media.EmulatedVolumes;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.RamVolumes;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.media.Volume.Medium;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.process.DaemonProcesses;
import org.tieredhdfs.localcluster.process.StartGate;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Daemon;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.media.server.MediaControl;

/** Creates the volumes of all DataNodes of a cluster, each on its medium. */
final class VolumePlan {
  private final ClusterSpec spec;
  private final StartGate gate;
  private boolean isSharedMemory;

  private VolumePlan(ClusterSpec spec, StartGate gate) {
    this.spec = spec;
    this.gate = gate;
  }

  /**
   * Checks what the volumes need, before anything is made.
   *
   * @throws IOException with one sentence that says what this machine lacks
   */
  static VolumePlan of(ClusterSpec spec, StartGate gate) throws IOException {
    if (spec.isEmulated()) {
      EmulatedVolumes.check(spec.fileSystem());
    }
    return new VolumePlan(spec, gate);
  }

  /**
   * @param processes starts the media server, if one is needed
   */
  List<Volume> make(DaemonProcesses processes) throws IOException, ClusterException {
    isSharedMemory = !User.isRoot();
    if (spec.isEmulated()) {
      processes.startMediaServer();
    }
    List<Volume> volumes = new ArrayList<>();
    for (int node = 0; node < spec.dataNodes(); node++) {
      for (var type : spec.layout(node).counts().entrySet()) {
        for (int index = 0; index < type.getValue(); index++) {
          volumes.add(make(Daemon.dataNodeName(node), type.getKey(), index));
        }
      }
    }
    return volumes;
  }

  private Volume make(String dataNode, String label, int index)
      throws IOException, ClusterException {
    String folder = dataNode + "/" + label + index;
    Path path = spec.dirs().volumes().resolve(folder);
    String storageType = spec.isStock() ? VolumeLayout.stockType(label) : label;
    MediumModel model = spec.profile(label).model();
    if (spec.isEmulated() && model != null) {
      Volume volume = new Volume(dataNode, label, index, storageType, Medium.EMULATED, path);
      emulate(volume, model, spec.dirs().images().resolve(folder + ".img"));
      return volume;
    }
    Medium medium = spec.isInMemory(label) ? mountInMemory(path, label) : Medium.FOLDER;
    Path used = medium == Medium.SHARED_MEMORY ? spec.dirs().sharedMemory().resolve(folder) : path;
    gate.pass(() -> Files.createDirectories(used));
    return new Volume(dataNode, label, index, storageType, medium, used);
  }

  private void emulate(Volume volume, MediumModel model, Path image)
      throws IOException, ClusterException {
    MediaProfile profile = spec.profile(volume.label());
    MediaControl server = new MediaControl(spec.dirs().mediaSocket());
    gate.pass(() -> spec.fileSystem().format(image, profile.capacityBytes()));
    gate.pass(
        () ->
            EmulatedVolumes.mount(
                server, volume, image, model, profile, spec.mediaPace(), spec.fileSystem()));
  }

  private Medium mountInMemory(Path path, String label) throws IOException, ClusterException {
    if (!isSharedMemory) {
      try {
        gate.pass(() -> RamVolumes.mount(path, spec.profile(label).capacityBytes()));
        return Medium.TMPFS;
      } catch (ToolException mayNotMount) {
        // In a container even root often may not mount. Then all RAM volumes are in shared memory.
        isSharedMemory = true;
      }
    }
    Path folder = spec.dirs().sharedMemory();
    if (!Files.isDirectory(folder)) {
      gate.pass(() -> RamVolumes.prepareSharedMemory(folder));
    }
    return Medium.SHARED_MEMORY;
  }
}
