package org.tieredhdfs.rehearsal;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class RehearsalPackagesTest extends PackageRules {}
