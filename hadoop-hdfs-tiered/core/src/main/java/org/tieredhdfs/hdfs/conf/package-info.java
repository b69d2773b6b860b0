/** Configuration keys: names, allowed values, and the check at start. */
@NullMarked
package org.tieredhdfs.hdfs.conf;

import org.jspecify.annotations.NullMarked;
