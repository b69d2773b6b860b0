/** YARN beside a local cluster of HDFS: hosts, workers, configuration and daemons. */
@NullMarked
package org.tieredhdfs.bench.terasort.yarn;

import org.jspecify.annotations.NullMarked;
