/** Tests of even placement. */
@NullMarked
package org.tieredhdfs.hdfs.placement;

import org.jspecify.annotations.NullMarked;
