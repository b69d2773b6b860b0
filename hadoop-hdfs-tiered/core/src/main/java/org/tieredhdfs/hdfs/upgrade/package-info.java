/** Shows how far a cluster's upgrade from stock Hadoop to the overlay is, and the next step. */
@NullMarked
package org.tieredhdfs.hdfs.upgrade;

import org.jspecify.annotations.NullMarked;
