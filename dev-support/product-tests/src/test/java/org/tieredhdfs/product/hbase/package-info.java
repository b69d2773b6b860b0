@NullMarked
package org.tieredhdfs.product.hbase;

import org.jspecify.annotations.NullMarked;
