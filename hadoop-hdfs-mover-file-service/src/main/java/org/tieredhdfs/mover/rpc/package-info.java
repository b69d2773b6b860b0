/** The service's protocol: who may ask for what, on both ends of the wire. */
@NullMarked
package org.tieredhdfs.mover.rpc;

import org.jspecify.annotations.NullMarked;
