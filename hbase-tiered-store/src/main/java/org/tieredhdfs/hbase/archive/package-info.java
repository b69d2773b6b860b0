/** When files of HBase's archive may be moved; uses no class of HBase. */
@NullMarked
package org.tieredhdfs.hbase.archive;

import org.jspecify.annotations.NullMarked;
