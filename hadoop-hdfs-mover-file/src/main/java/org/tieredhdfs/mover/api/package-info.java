/** The public API: requests, their progress and results, filters of rules. */
@NullMarked
package org.tieredhdfs.mover.api;

import org.jspecify.annotations.NullMarked;
