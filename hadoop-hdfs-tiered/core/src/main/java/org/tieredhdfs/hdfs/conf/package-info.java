/** Configuration keys: what they are called, what they may hold, and the check of it at start. */
@NullMarked
package org.tieredhdfs.hdfs.conf;

import org.jspecify.annotations.NullMarked;
