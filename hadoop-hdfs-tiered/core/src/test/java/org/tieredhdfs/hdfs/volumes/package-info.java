/** Tests of volumes of different media. */
@NullMarked
package org.tieredhdfs.hdfs.volumes;

import org.jspecify.annotations.NullMarked;
