package org.tieredhdfs.bench.profiles;

import java.nio.file.Path;

/**
 * The options of {@code bench profiles} beyond those of every benchmark.
 *
 * @param home the root of the repository
 * @param mediaFactor by which all devices are slower than their models
 * @param bulkMb that is written to an archive and read back
 */
public record ProfilesOptions(Path home, double mediaFactor, int bulkMb) {}
