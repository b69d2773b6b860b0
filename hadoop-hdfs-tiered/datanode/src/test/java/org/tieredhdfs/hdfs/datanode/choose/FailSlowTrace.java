package org.tieredhdfs.hdfs.datanode.choose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * How many times as long as usual a volume takes, sample by sample, made from a seed.
 *
 * <p>What is published: drives are sampled every 15 s, and 315 of 41,000 drives were slow (Lu et
 * al., "Perseus", FAST '23); slow hardware is slow for good, for a while, or again and again
 * (Gunawi et al., "Fail-Slow at Scale", FAST '18). How slow, how long and how often is ours, since
 * the papers give no distribution that could be drawn from: all between twice and twenty times as
 * long, evenly by the logarithm. Immutable.
 *
 * @param shape when it is slow
 * @param slowdown how many times as long it takes while it is
 * @param factors by sample
 * @param onset the first sample in which it is slow; that behind the last if it never is
 */
record FailSlowTrace(Shape shape, double slowdown, List<Double> factors, int onset) {
  static final int SAMPLE_SEC = 15;

  /** The share of drives that are slow. */
  static final double BASE_RATE = 315 / 41_315.0;

  private static final double LEAST_SLOWDOWN = 2;
  private static final double MOST_SLOWDOWN = 20;

  /** By how much a healthy drive differs from sample to sample, as a standard deviation. */
  private static final double NOISE = 0.15;

  /** How often a healthy drive is busy with itself for one sample. */
  private static final double HICCUP_RATE = 1 / 500.0;

  private static final double HICCUP_SLOWDOWN = 3;

  /** When a drive is slow. */
  enum Shape {
    HEALTHY,
    PERMANENT,
    TRANSIENT,
    INTERMITTENT
  }

  static FailSlowTrace of(Shape shape, int samples, Random random) {
    double slowdown =
        shape == Shape.HEALTHY
            ? 1
            : LEAST_SLOWDOWN * Math.pow(MOST_SLOWDOWN / LEAST_SLOWDOWN, random.nextDouble());
    boolean[] faulty = new boolean[samples];
    int start = samples / 6 + random.nextInt(samples / 6);
    switch (shape) {
      case HEALTHY -> {}
      case PERMANENT -> Arrays.fill(faulty, start, samples, true);
      case TRANSIENT -> Arrays.fill(faulty, start, start + minutes(5, 20, random), true);
      case INTERMITTENT -> {
        int at = start;
        while (at < samples) {
          int end = Math.min(samples, at + minutes(1, 5, random));
          Arrays.fill(faulty, at, end, true);
          at = end + minutes(1, 10, random);
        }
      }
    }
    List<Double> factors = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      double hiccup = random.nextDouble() < HICCUP_RATE ? HICCUP_SLOWDOWN : 1;
      factors.add(Math.exp(NOISE * random.nextGaussian()) * (faulty[i] ? slowdown : hiccup));
    }
    int onset = shape == Shape.HEALTHY ? samples : start;
    return new FailSlowTrace(shape, slowdown, List.copyOf(factors), onset);
  }

  private static int minutes(int least, int most, Random random) {
    return (least * 60 + random.nextInt((most - least) * 60 + 1)) / SAMPLE_SEC;
  }
}
