/** The configuration keys of the mover. */
@NullMarked
package org.tieredhdfs.mover.conf;

import org.jspecify.annotations.NullMarked;
