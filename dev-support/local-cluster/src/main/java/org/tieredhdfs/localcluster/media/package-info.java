/**
 * The media of a local cluster: volumes in memory, plain folders, and emulated devices with faults
 * on command.
 */
@NullMarked
package org.tieredhdfs.localcluster.media;

import org.jspecify.annotations.NullMarked;
