package org.tieredhdfs.localcluster;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class LocalClusterPackagesTest extends PackageRules {}
