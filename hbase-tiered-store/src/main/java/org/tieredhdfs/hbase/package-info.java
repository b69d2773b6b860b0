/** Placement of HBase's files by kind: WAL, flushed, compacted, bulk-loaded, archived. */
@NullMarked
package org.tieredhdfs.hbase;

import org.jspecify.annotations.NullMarked;
