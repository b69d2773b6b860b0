/** The part of the kernel's FUSE protocol that serves one file, which a loop device lies over. */
@NullMarked
package org.tieredhdfs.media.fuse;

import org.jspecify.annotations.NullMarked;
