@NullMarked
package org.tieredhdfs.bench.write.client;

import org.jspecify.annotations.NullMarked;
