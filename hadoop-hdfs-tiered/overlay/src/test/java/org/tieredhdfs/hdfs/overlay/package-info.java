@NullMarked
package org.tieredhdfs.hdfs.overlay;

import org.jspecify.annotations.NullMarked;
