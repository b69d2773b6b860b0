/** The service's web page, read-only. */
@NullMarked
package org.tieredhdfs.mover.web;

import org.jspecify.annotations.NullMarked;
