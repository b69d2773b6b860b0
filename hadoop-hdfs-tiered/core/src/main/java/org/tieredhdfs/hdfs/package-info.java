/** The configuration of tiered HDFS as a whole. */
@NullMarked
package org.tieredhdfs.hdfs;

import org.jspecify.annotations.NullMarked;
