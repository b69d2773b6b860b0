/** Work on files: looking, planning, having moved, and seeing that it is done. */
@NullMarked
package org.tieredhdfs.mover.work;

import org.jspecify.annotations.NullMarked;
