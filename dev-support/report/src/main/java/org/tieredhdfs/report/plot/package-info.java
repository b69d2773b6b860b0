/** Plots for documents, as PNG files: drawn without a screen, in fixed colours on white. */
@NullMarked
package org.tieredhdfs.report.plot;

import org.jspecify.annotations.NullMarked;
