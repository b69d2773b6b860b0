/** What of HDFS's promises is kept when machines lose power: writers, cuts, and what is found. */
@NullMarked
package org.tieredhdfs.verify.power;

import org.jspecify.annotations.NullMarked;
