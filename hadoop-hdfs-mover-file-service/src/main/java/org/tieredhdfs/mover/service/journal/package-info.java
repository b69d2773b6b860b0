/** The journal that keeps requests across restarts, and the lease that allows one writer. */
@NullMarked
package org.tieredhdfs.mover.service.journal;

import org.jspecify.annotations.NullMarked;
