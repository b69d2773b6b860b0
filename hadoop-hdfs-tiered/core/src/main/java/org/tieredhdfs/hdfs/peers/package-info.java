/**
 * What stock peers are shown of custom storage types: an alias that they know where they read a
 * type, and the true type beside it where they do not look.
 */
@NullMarked
package org.tieredhdfs.hdfs.peers;

import org.jspecify.annotations.NullMarked;
