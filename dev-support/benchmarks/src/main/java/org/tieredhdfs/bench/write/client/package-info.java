/** The process that writes and reads HDFS, on a class path of its own: the JDK and Hadoop only. */
@NullMarked
package org.tieredhdfs.bench.write.client;

import org.jspecify.annotations.NullMarked;
