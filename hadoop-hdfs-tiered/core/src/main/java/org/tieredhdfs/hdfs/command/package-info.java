/** Code that the commands share: exit codes, JSON output, and reading daemons' JMX beans. */
@NullMarked
package org.tieredhdfs.hdfs.command;

import org.jspecify.annotations.NullMarked;
