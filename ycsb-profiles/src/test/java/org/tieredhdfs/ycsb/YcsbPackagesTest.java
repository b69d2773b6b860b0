package org.tieredhdfs.ycsb;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class YcsbPackagesTest extends PackageRules {}
