/**
 * The media of a local cluster: volumes in memory, plain folders, and emulated disks that can be
 * slowed, frozen and thawed.
 */
@NullMarked
package org.tieredhdfs.localcluster.media;

import org.jspecify.annotations.NullMarked;
