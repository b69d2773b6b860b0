/** Requests and their life. */
@NullMarked
package org.tieredhdfs.mover.service.request;

import org.jspecify.annotations.NullMarked;
