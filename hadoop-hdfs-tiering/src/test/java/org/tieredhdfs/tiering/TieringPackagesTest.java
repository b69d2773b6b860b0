package org.tieredhdfs.tiering;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class TieringPackagesTest extends PackageRules {}
