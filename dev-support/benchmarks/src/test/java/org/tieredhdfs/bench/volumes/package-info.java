@NullMarked
package org.tieredhdfs.bench.volumes;

import org.jspecify.annotations.NullMarked;
