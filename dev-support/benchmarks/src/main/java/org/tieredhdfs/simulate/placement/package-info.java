/** Placement of blocks on thousands of simulated DataNodes by the NameNode's own policy classes. */
@NullMarked
package org.tieredhdfs.simulate.placement;

import org.jspecify.annotations.NullMarked;
