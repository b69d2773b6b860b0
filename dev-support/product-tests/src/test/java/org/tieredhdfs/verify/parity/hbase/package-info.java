@NullMarked
package org.tieredhdfs.verify.parity.hbase;

import org.jspecify.annotations.NullMarked;
