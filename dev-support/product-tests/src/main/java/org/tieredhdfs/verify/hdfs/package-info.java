/** HDFS of real daemons under faults, with files of known content. */
@NullMarked
package org.tieredhdfs.verify.hdfs;

import org.jspecify.annotations.NullMarked;
