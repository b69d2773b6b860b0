/** The demo: starts a tiered cluster on this machine, loads it with YCSB and writes a report. */
@NullMarked
package org.tieredhdfs.demo;

import org.jspecify.annotations.NullMarked;
