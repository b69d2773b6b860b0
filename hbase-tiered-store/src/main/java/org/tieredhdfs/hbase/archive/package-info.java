/** When files of HBase's archive may be moved; needs no class of HBase. */
@NullMarked
package org.tieredhdfs.hbase.archive;

import org.jspecify.annotations.NullMarked;
