/** Tests of execution profiles. */
@NullMarked
package org.tieredhdfs.hdfs.profile;

import org.jspecify.annotations.NullMarked;
