package org.tieredhdfs.hdfs.weave;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class WeaverPackagesTest extends PackageRules {}
