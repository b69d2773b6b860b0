package org.tieredhdfs.media;

import org.tieredhdfs.house.PackageRules;

/** The packages of this module. */
class MediaPackagesTest extends PackageRules {}
