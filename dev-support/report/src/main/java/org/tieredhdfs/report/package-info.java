/**
 * The common report format of the demo and all benchmarks: {@code report.json}, described by {@code
 * docs/report.schema.json}, and the page {@code report.html} that is drawn from it.
 */
@NullMarked
package org.tieredhdfs.report;

import org.jspecify.annotations.NullMarked;
