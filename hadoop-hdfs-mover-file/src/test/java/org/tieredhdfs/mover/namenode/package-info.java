@NullMarked
package org.tieredhdfs.mover.namenode;

import org.jspecify.annotations.NullMarked;
