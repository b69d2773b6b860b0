@NullMarked
package org.tieredhdfs.bench.cli;

import org.jspecify.annotations.NullMarked;
