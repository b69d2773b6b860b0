/** What the commands share: how they end, and JSON as text. */
@NullMarked
package org.tieredhdfs.hdfs.command;

import org.jspecify.annotations.NullMarked;
