@NullMarked
package org.tieredhdfs.bench.experiment;

import org.jspecify.annotations.NullMarked;
