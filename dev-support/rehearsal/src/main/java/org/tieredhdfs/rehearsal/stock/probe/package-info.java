/**
 * What runs in the Java of a client that is tried: Hadoop's API and the JDK, nothing else of ours.
 */
@NullMarked
package org.tieredhdfs.rehearsal.stock.probe;

import org.jspecify.annotations.NullMarked;
