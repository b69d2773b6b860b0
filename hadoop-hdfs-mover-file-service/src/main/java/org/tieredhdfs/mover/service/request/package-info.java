/** Requests and their lifecycle. */
@NullMarked
package org.tieredhdfs.mover.service.request;

import org.jspecify.annotations.NullMarked;
