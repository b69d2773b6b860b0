/** Tests of what stands in the way back to stock Hadoop. */
@NullMarked
package org.tieredhdfs.hdfs.downgrade;

import org.jspecify.annotations.NullMarked;
