/** The patch points of the overlay and the check, while a daemon starts, that they are in force. */
@NullMarked
package org.tieredhdfs.hdfs.start;

import org.jspecify.annotations.NullMarked;
