@NullMarked
package org.tieredhdfs.bench.terasort;

import org.jspecify.annotations.NullMarked;
