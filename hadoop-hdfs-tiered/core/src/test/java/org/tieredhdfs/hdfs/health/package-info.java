/** Tests of what a NameNode makes of the health of volumes. */
@NullMarked
package org.tieredhdfs.hdfs.health;

import org.jspecify.annotations.NullMarked;
