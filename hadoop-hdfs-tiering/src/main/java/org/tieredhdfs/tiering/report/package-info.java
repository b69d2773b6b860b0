/** How old, and how dear, what a namespace holds is on each storage type: sums, text and page. */
@NullMarked
package org.tieredhdfs.tiering.report;

import org.jspecify.annotations.NullMarked;
