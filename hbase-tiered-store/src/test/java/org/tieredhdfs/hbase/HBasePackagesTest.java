package org.tieredhdfs.hbase;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class HBasePackagesTest extends PackageRules {}
