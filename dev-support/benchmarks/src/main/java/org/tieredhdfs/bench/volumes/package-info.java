/** How well policies that choose a volume use volumes of unequal speed. */
@NullMarked
package org.tieredhdfs.bench.volumes;

import org.jspecify.annotations.NullMarked;
