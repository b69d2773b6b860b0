/** Storage policies of directories, listed in the configuration and applied by a command. */
@NullMarked
package org.tieredhdfs.hdfs.paths;

import org.jspecify.annotations.NullMarked;
