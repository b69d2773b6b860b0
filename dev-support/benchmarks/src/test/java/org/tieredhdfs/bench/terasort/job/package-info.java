@NullMarked
package org.tieredhdfs.bench.terasort.job;

import org.jspecify.annotations.NullMarked;
