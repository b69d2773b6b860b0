/**
 * Plays one seeded schedule of operations and faults on Apache Hadoop's daemons and on this
 * project's, and compares what each kept, failed and waited for.
 */
@NullMarked
package org.tieredhdfs.verify.parity;

import org.jspecify.annotations.NullMarked;
