/** How a DataNode treats volumes of different media, with any dataset. */
@NullMarked
package org.tieredhdfs.hdfs.volumes;

import org.jspecify.annotations.NullMarked;
