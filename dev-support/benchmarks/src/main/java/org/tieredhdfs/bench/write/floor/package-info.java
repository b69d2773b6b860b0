/**
 * The lower bound of the write benchmark: sends bytes to another process that stores them, JDK
 * only.
 */
@NullMarked
package org.tieredhdfs.bench.write.floor;

import org.jspecify.annotations.NullMarked;
