package org.tieredhdfs.hdfs;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class CorePackagesTest extends PackageRules {}
