/** What the commands share: how they end, JSON as text, and what daemons show of themselves. */
@NullMarked
package org.tieredhdfs.hdfs.command;

import org.jspecify.annotations.NullMarked;
