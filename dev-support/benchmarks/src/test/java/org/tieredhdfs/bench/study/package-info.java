@NullMarked
package org.tieredhdfs.bench.study;

import org.jspecify.annotations.NullMarked;
