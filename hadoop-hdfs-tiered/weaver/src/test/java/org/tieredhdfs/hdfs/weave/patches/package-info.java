/** Tests of the patches. */
@NullMarked
package org.tieredhdfs.hdfs.weave.patches;

import org.jspecify.annotations.NullMarked;
