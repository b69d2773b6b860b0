/** The least that it takes to send bytes to another process and have them stored: the JDK only. */
@NullMarked
package org.tieredhdfs.bench.write.floor;

import org.jspecify.annotations.NullMarked;
