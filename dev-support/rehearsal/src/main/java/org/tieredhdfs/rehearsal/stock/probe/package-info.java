/**
 * Code that runs inside the client under test: Hadoop's API and the JDK, nothing else of this
 * project.
 */
@NullMarked
package org.tieredhdfs.rehearsal.stock.probe;

import org.jspecify.annotations.NullMarked;
