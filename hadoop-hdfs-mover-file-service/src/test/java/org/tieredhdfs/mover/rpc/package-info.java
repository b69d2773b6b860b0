@NullMarked
package org.tieredhdfs.mover.rpc;

import org.jspecify.annotations.NullMarked;
