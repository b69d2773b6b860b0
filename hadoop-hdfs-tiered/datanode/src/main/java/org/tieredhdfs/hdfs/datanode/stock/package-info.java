/** The way to fields of stock classes that are opened by name. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.stock;

import org.jspecify.annotations.NullMarked;
