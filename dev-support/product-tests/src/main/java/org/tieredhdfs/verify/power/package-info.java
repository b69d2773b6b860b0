/**
 * Verifies which of HDFS's promises hold when machines lose power: writers, cuts, and the check
 * afterwards.
 */
@NullMarked
package org.tieredhdfs.verify.power;

import org.jspecify.annotations.NullMarked;
