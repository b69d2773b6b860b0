/**
 * Even placement: what the NameNode's placement policies know of the load of DataNodes, and how
 * they choose by it.
 *
 * <p>The policies themselves stand in Hadoop's package, as what initialises them is not public.
 */
@NullMarked
package org.tieredhdfs.hdfs.placement;

import org.jspecify.annotations.NullMarked;
