@NullMarked
package org.tieredhdfs.hbase;

import org.jspecify.annotations.NullMarked;
