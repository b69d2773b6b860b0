/** Volumes in memory: whether they really are, and what is lost on a reboot. */
@NullMarked
package org.tieredhdfs.hdfs.ram;

import org.jspecify.annotations.NullMarked;
