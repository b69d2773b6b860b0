/**
 * The one format of report of the demo and of every benchmark: {@code report.json}, described by
 * {@code docs/report.schema.json}, and the page {@code report.html} that is drawn from it.
 */
@NullMarked
package org.tieredhdfs.report;

import org.jspecify.annotations.NullMarked;
