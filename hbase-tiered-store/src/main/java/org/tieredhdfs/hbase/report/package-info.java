/** Reports where the files of a table are, and where they should be. */
@NullMarked
package org.tieredhdfs.hbase.report;

import org.jspecify.annotations.NullMarked;
