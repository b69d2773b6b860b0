/** What the service tells of itself, for the page and the metrics. */
@NullMarked
package org.tieredhdfs.mover.status;

import org.jspecify.annotations.NullMarked;
