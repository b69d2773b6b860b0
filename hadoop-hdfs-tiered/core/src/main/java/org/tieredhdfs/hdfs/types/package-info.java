/**
 * The table of storage types that an operator adds to Hadoop's own.
 *
 * <p>It is read while the class {@code StorageType} is initialised. Nothing in this package may
 * therefore touch Hadoop's {@code Configuration}, {@code StorageType.values()} or an {@code
 * EnumSet} on that way: each of them would come back to a class that is not ready yet.
 */
@NullMarked
package org.tieredhdfs.hdfs.types;

import org.jspecify.annotations.NullMarked;
