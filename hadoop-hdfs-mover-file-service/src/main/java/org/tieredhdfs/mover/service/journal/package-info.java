/** The journal that keeps requests over restarts, and the lease that lets one instance write it. */
@NullMarked
package org.tieredhdfs.mover.service.journal;

import org.jspecify.annotations.NullMarked;
