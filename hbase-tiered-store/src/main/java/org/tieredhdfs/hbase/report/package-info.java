/** Where the files of a table lie, and where they should. */
@NullMarked
package org.tieredhdfs.hbase.report;

import org.jspecify.annotations.NullMarked;
