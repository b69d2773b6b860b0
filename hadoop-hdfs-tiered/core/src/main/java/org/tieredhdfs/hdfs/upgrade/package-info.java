/** How far a cluster is on its way from stock Hadoop to the overlay, and what comes next. */
@NullMarked
package org.tieredhdfs.hdfs.upgrade;

import org.jspecify.annotations.NullMarked;
