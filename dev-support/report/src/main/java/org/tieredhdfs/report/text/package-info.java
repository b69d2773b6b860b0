/** Reports as text on a terminal. */
@NullMarked
package org.tieredhdfs.report.text;

import org.jspecify.annotations.NullMarked;
