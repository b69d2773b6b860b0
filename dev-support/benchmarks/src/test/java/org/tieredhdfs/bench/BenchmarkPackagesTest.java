package org.tieredhdfs.bench;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class BenchmarkPackagesTest extends PackageRules {}
