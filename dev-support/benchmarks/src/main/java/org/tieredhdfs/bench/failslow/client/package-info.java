/** The client process of the fail-slow benchmark; its class path is stock Hadoop's and HBase's. */
@NullMarked
package org.tieredhdfs.bench.failslow.client;

import org.jspecify.annotations.NullMarked;
