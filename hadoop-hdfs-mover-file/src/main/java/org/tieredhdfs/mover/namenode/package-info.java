/** What the mover asks of the NameNode. */
@NullMarked
package org.tieredhdfs.mover.namenode;

import org.jspecify.annotations.NullMarked;
