@NullMarked
package org.tieredhdfs.tools.bench.hbase;

import org.jspecify.annotations.NullMarked;
