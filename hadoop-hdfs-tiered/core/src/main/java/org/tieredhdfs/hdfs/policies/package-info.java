/** Storage policies that an operator adds to Hadoop's own, and the two that are built in. */
@NullMarked
package org.tieredhdfs.hdfs.policies;

import org.jspecify.annotations.NullMarked;
