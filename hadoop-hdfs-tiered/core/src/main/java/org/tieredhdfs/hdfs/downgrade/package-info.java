/** Finds and clears what keeps stock Hadoop from opening a namespace. */
@NullMarked
package org.tieredhdfs.hdfs.downgrade;

import org.jspecify.annotations.NullMarked;
