/** Storage policies that an operator adds to Hadoop's own, and the two built-in ones. */
@NullMarked
package org.tieredhdfs.hdfs.policies;

import org.jspecify.annotations.NullMarked;
