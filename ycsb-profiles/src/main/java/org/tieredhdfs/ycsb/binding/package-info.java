/** The YCSB binding for HBase, and the table that it loads. */
@NullMarked
package org.tieredhdfs.ycsb.binding;

import org.jspecify.annotations.NullMarked;
