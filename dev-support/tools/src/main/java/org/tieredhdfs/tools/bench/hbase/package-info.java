/** The benchmark of what placement costs HBase. */
@NullMarked
package org.tieredhdfs.tools.bench.hbase;

import org.jspecify.annotations.NullMarked;
