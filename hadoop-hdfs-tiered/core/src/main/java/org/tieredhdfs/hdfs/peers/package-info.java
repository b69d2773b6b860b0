/**
 * How custom storage types are shown to stock peers: an alias that they know in the field they
 * read, and the true type in one that they ignore.
 */
@NullMarked
package org.tieredhdfs.hdfs.peers;

import org.jspecify.annotations.NullMarked;
