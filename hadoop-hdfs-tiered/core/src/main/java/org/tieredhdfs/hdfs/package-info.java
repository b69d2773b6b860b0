/** What the configuration of tiered HDFS says as a whole. */
@NullMarked
package org.tieredhdfs.hdfs;

import org.jspecify.annotations.NullMarked;
