package org.tieredhdfs.demo;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class DemoPackagesTest extends PackageRules {}
