package org.tieredhdfs.hdfs.weave.patches;

import java.util.List;
import java.util.stream.Stream;

/** All patches, in the order in which they are applied and documented. */
public final class Patches {
  private static final List<Patch> ALL =
      Stream.of(
              TypePatches.ALL,
              WirePatches.ALL,
              PeerPatches.ALL,
              NamespacePatches.ALL,
              StartPatches.ALL,
              VolumePatches.ALL,
              HandshakePatches.ALL,
              HealthPatches.ALL,
              WritePatches.ALL,
              ReceivePatches.ALL,
              ProfilePatches.ALL)
          .flatMap(List::stream)
          .toList();

  private Patches() {}

  /** One patch for each patch point. */
  public static List<Patch> all() {
    return ALL;
  }
}
