@NullMarked
package org.tieredhdfs.bench.flash;

import org.jspecify.annotations.NullMarked;
