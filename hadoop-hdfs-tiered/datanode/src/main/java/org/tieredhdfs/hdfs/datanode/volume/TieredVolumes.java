package org.tieredhdfs.hdfs.datanode.volume;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The health of the volumes of one DataNode, read from its registry when it is asked for. */
public final class TieredVolumes implements TieredVolumesMXBean {
  private final VolumeRegistry registry;

  public TieredVolumes(VolumeRegistry registry) {
    this.registry = registry;
  }

  @Override
  public int getHungVolumeCount() {
    return getHungVolumeMs().size();
  }

  @Override
  public Map<String, Long> getHungVolumeMs() {
    long now = System.nanoTime();
    return ofHangs(hang -> (now - hang.sinceNanos()) / 1_000_000);
  }

  @Override
  public Map<String, String> getStuckOperations() {
    return ofHangs(Judgement.Hang::report);
  }

  private <T> Map<String, T> ofHangs(Function<Judgement.Hang, T> figure) {
    Map<String, T> figures = new TreeMap<>();
    for (VolumeState volume : registry.all()) {
      Judgement.Hang hang = volume.judgement().hang();
      if (hang != null) {
        figures.put(volume.path(), figure.apply(hang));
      }
    }
    return figures;
  }

  @Override
  public Map<String, String> getConditions() {
    return ofAll(volume -> volume.condition().name());
  }

  @Override
  public Map<String, Integer> getOperationsInFlight() {
    return ofAll(VolumeState::threads);
  }

  private <T> Map<String, T> ofAll(Function<VolumeState, T> figure) {
    Map<String, T> figures = new TreeMap<>();
    registry.all().forEach(volume -> figures.put(volume.path(), figure.apply(volume)));
    return figures;
  }
}
