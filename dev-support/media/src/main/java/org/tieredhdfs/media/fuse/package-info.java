/** The part of the kernel's FUSE protocol that serves one file, which backs a loop device. */
@NullMarked
package org.tieredhdfs.media.fuse;

import org.jspecify.annotations.NullMarked;
