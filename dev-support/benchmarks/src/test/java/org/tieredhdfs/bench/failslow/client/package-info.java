@NullMarked
package org.tieredhdfs.bench.failslow.client;

import org.jspecify.annotations.NullMarked;
