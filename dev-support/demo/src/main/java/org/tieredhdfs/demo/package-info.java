/** The main job: a tiered cluster on this machine, loaded by YCSB, ending in a report. */
@NullMarked
package org.tieredhdfs.demo;

import org.jspecify.annotations.NullMarked;
