/** Execution profiles: how a DataNode works with the volumes of each storage type. */
@NullMarked
package org.tieredhdfs.hdfs.profile;

import org.jspecify.annotations.NullMarked;
