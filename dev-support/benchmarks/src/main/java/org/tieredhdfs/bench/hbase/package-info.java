/** Measures what placement costs HBase. */
@NullMarked
package org.tieredhdfs.bench.hbase;

import org.jspecify.annotations.NullMarked;
