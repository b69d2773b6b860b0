package org.tieredhdfs.mover.service;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class MoverServicePackagesTest extends PackageRules {}
