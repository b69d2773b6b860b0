package org.tieredhdfs.bench.flash;

import java.util.Locale;
import org.tieredhdfs.ycsb.study.StudyCase;

/** One of the study's two clusters: flash arrays, or hard disks. */
enum FlashMedia {
  FLASH(StudyCase.C50G_SSD),
  DISKS(StudyCase.C50G_HDD);

  private final StudyCase site;

  FlashMedia(StudyCase site) {
    this.site = site;
  }

  /** The profile with its media and settings. */
  StudyCase site() {
    return site;
  }

  /** The beginning of the names of its cases. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
