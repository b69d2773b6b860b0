/** How a DataNode works with the volumes of each storage type: the execution profiles. */
@NullMarked
package org.tieredhdfs.hdfs.profile;

import org.jspecify.annotations.NullMarked;
