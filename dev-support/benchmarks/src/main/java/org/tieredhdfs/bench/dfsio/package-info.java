/** The reads and writes of DFSIO on each medium, as the study of flash arrays of 2013 had them. */
@NullMarked
package org.tieredhdfs.bench.dfsio;

import org.jspecify.annotations.NullMarked;
