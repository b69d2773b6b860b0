/** The status of the service for the web page and the metrics. */
@NullMarked
package org.tieredhdfs.mover.status;

import org.jspecify.annotations.NullMarked;
