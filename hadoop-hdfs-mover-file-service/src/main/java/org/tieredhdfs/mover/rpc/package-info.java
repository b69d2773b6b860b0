/** The service's RPC protocol, client and server side, with its access checks. */
@NullMarked
package org.tieredhdfs.mover.rpc;

import org.jspecify.annotations.NullMarked;
