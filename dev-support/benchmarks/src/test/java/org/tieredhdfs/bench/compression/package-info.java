@NullMarked
package org.tieredhdfs.bench.compression;

import org.jspecify.annotations.NullMarked;
