/**
 * How a DataNode receives a writer's packets: buffered reads, batched writes and acknowledgements.
 */
@NullMarked
package org.tieredhdfs.hdfs.receive;

import org.jspecify.annotations.NullMarked;
