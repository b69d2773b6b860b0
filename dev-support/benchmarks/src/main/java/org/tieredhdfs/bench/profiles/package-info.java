/** What the defaults of execution profiles buy against Hadoop's values. */
@NullMarked
package org.tieredhdfs.bench.profiles;

import org.jspecify.annotations.NullMarked;
