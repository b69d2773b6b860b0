@NullMarked
package org.tieredhdfs.bench.terasort.yarn;

import org.jspecify.annotations.NullMarked;
