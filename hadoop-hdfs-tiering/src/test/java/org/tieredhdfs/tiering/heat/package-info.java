/** Which files a fast tier should hold, on traces of reads that are made from seeds. */
@NullMarked
package org.tieredhdfs.tiering.heat;

import org.jspecify.annotations.NullMarked;
