package org.tieredhdfs.verify;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class ProductTestPackagesTest extends PackageRules {}
