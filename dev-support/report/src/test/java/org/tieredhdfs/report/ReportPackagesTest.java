package org.tieredhdfs.report;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class ReportPackagesTest extends PackageRules {}
