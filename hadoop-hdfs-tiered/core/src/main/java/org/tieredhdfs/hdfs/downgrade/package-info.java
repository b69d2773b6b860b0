/** What keeps stock Hadoop from opening a namespace, and how it is cleared. */
@NullMarked
package org.tieredhdfs.hdfs.downgrade;

import org.jspecify.annotations.NullMarked;
