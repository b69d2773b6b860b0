package org.tieredhdfs.mover;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class MoverPackagesTest extends PackageRules {}
