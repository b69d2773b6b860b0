/** Carries out moves: budgets, the queue, and the protocol with DataNodes. */
@NullMarked
package org.tieredhdfs.mover.transfer;

import org.jspecify.annotations.NullMarked;
