package org.tieredhdfs.linux;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class LinuxPackagesTest extends PackageRules {}
