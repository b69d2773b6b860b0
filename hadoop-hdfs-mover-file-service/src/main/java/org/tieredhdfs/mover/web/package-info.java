/** What can be seen of the service in a browser; nothing can be changed there. */
@NullMarked
package org.tieredhdfs.mover.web;

import org.jspecify.annotations.NullMarked;
