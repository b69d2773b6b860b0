@NullMarked
package org.tieredhdfs.ycsb.study;

import org.jspecify.annotations.NullMarked;
