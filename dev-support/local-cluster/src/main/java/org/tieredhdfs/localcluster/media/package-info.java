/**
 * The media of a local cluster: volumes in memory, plain folders, and devices that behave like
 * their media and have faults by command.
 */
@NullMarked
package org.tieredhdfs.localcluster.media;

import org.jspecify.annotations.NullMarked;
