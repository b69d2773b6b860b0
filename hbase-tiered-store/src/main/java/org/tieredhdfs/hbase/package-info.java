/** Placement of HBase's files by what they are: WAL, flushed, compacted, bulk-loaded, archived. */
@NullMarked
package org.tieredhdfs.hbase;

import org.jspecify.annotations.NullMarked;
