/** Timing models of disks and flash, without threads, devices or a clock. */
@NullMarked
package org.tieredhdfs.media.model;

import org.jspecify.annotations.NullMarked;
