/** The patch points of the overlay, and the check at a daemon's start that they are in force. */
@NullMarked
package org.tieredhdfs.hdfs.start;

import org.jspecify.annotations.NullMarked;
