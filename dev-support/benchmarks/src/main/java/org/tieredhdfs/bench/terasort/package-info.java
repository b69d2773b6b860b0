/**
 * TeraGen, TeraSort and TeraValidate on YARN, as the study of many DataNodes on a host of 2015 had
 * them.
 */
@NullMarked
package org.tieredhdfs.bench.terasort;

import org.jspecify.annotations.NullMarked;
