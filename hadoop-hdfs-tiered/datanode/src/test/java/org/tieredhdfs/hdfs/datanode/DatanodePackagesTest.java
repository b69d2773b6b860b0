package org.tieredhdfs.hdfs.datanode;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class DatanodePackagesTest extends PackageRules {}
