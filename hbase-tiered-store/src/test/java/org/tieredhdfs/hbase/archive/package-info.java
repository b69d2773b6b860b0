@NullMarked
package org.tieredhdfs.hbase.archive;

import org.jspecify.annotations.NullMarked;
