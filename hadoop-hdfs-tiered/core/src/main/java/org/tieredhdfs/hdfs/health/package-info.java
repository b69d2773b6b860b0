/** What DataNodes tell a NameNode of their volumes' health, and what it makes of that. */
@NullMarked
package org.tieredhdfs.hdfs.health;

import org.jspecify.annotations.NullMarked;
