/**
 * Compares what compresses HBase's files on slow media: HBase by class of files, or the volumes.
 */
@NullMarked
package org.tieredhdfs.bench.compression;

import org.jspecify.annotations.NullMarked;
