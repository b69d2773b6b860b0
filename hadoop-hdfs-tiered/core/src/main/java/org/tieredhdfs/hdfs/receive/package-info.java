/** How a DataNode takes the packets of a writer: what is read, written and acknowledged at once. */
@NullMarked
package org.tieredhdfs.hdfs.receive;

import org.jspecify.annotations.NullMarked;
