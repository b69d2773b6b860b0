/** The client process of the write benchmark; its class path holds the JDK and Hadoop only. */
@NullMarked
package org.tieredhdfs.bench.write.client;

import org.jspecify.annotations.NullMarked;
