@NullMarked
package org.tieredhdfs.tools.hbase;

import org.jspecify.annotations.NullMarked;
