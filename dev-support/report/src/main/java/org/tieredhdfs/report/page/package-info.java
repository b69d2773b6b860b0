/** The page {@code report.html}: its tables, and its charts in SVG. */
@NullMarked
package org.tieredhdfs.report.page;

import org.jspecify.annotations.NullMarked;
