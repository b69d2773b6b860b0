package org.tieredhdfs.localcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tieredhdfs.linux.LinuxTool.ToolException;
import org.tieredhdfs.linux.Throttle;
import org.tieredhdfs.linux.User;
import org.tieredhdfs.localcluster.media.EmulatedVolumes;
import org.tieredhdfs.localcluster.media.RamVolumes;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.media.Volume.Medium;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.process.StartGate;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Daemon;

/** Makes the volumes of all DataNodes of a cluster, each of what it shall be made of. */
final class VolumePlan {
  private final ClusterSpec spec;
  private final StartGate gate;
  private final Optional<EmulatedVolumes> emulated;
  private boolean isSharedMemory;

  private VolumePlan(ClusterSpec spec, StartGate gate, Optional<EmulatedVolumes> emulated) {
    this.spec = spec;
    this.gate = gate;
    this.emulated = emulated;
  }

  /**
   * Checks what the volumes need, before anything is made.
   *
   * @throws IOException with one sentence that says what this machine lacks
   */
  static VolumePlan of(ClusterSpec spec, StartGate gate) throws IOException {
    Optional<EmulatedVolumes> emulated =
        spec.isEmulated()
            ? Optional.of(EmulatedVolumes.checked(spec.dirs().uniqueName()))
            : Optional.empty();
    return new VolumePlan(spec, gate, emulated);
  }

  /** The control group that slows the emulated volumes, if there are any. */
  Optional<Throttle> throttle() {
    return emulated.map(EmulatedVolumes::throttle);
  }

  List<Volume> make() throws IOException, ClusterException {
    isSharedMemory = !User.isRoot();
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
    Medium medium = Medium.FOLDER;
    if (spec.isInMemory(label)) {
      medium = mountInMemory(path, label);
    } else if (emulated.isPresent()) {
      medium = Medium.EMULATED;
      EmulatedVolumes maker = emulated.get();
      Path image = spec.dirs().images().resolve(folder + ".img");
      gate.pass(() -> maker.makeImage(image, spec.profile(label).capacityBytes()));
      gate.pass(() -> maker.mount(image, path, spec.profile(label)));
    }
    Path used = medium == Medium.SHARED_MEMORY ? spec.dirs().sharedMemory().resolve(folder) : path;
    gate.pass(() -> Files.createDirectories(used));
    String storageType = spec.isStock() ? VolumeLayout.stockType(label) : label;
    return new Volume(dataNode, label, index, storageType, medium, used);
  }

  private Medium mountInMemory(Path path, String label) throws IOException, ClusterException {
    if (!isSharedMemory) {
      try {
        gate.pass(() -> RamVolumes.mount(path, spec.profile(label).capacityBytes()));
        return Medium.TMPFS;
      } catch (ToolException mayNotMount) {
        // Root of a container often may not mount: then shared memory has to do, for all of them.
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
