/** Carrying out moves: budgets, the queue, and the conversation with DataNodes. */
@NullMarked
package org.tieredhdfs.mover.transfer;

import org.jspecify.annotations.NullMarked;
