/** Tests of the binding, on a real HBase where one is needed. */
@NullMarked
package org.tieredhdfs.ycsb.binding;

import org.jspecify.annotations.NullMarked;
