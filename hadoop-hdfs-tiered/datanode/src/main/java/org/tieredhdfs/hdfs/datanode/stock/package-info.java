/** Access to fields of stock classes by reflection. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.stock;

import org.jspecify.annotations.NullMarked;
