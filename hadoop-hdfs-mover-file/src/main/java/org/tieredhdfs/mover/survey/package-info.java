/** Reports what would have to be moved, without moving anything. */
@NullMarked
package org.tieredhdfs.mover.survey;

import org.jspecify.annotations.NullMarked;
