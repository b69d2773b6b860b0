/** What clients notice of a volume that does not answer. */
@NullMarked
package org.tieredhdfs.hdfs.overlay.slow;

import org.jspecify.annotations.NullMarked;
