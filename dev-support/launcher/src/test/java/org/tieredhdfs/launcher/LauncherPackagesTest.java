package org.tieredhdfs.launcher;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class LauncherPackagesTest extends PackageRules {}
