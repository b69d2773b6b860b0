/** The mover's calls to the NameNode. */
@NullMarked
package org.tieredhdfs.mover.namenode;

import org.jspecify.annotations.NullMarked;
