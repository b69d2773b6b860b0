@NullMarked
package org.tieredhdfs.mover.transfer;

import org.jspecify.annotations.NullMarked;
