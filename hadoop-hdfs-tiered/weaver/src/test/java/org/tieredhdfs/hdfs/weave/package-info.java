@NullMarked
package org.tieredhdfs.hdfs.weave;

import org.jspecify.annotations.NullMarked;
