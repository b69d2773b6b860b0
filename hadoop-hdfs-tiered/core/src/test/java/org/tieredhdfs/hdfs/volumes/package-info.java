/** Tests of volumes of unlike media. */
@NullMarked
package org.tieredhdfs.hdfs.volumes;

import org.jspecify.annotations.NullMarked;
