/** Tests of the patches for execution profiles. */
@NullMarked
package org.tieredhdfs.hdfs.weave.profile;

import org.jspecify.annotations.NullMarked;
