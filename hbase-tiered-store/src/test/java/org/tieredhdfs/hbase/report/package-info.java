@NullMarked
package org.tieredhdfs.hbase.report;

import org.jspecify.annotations.NullMarked;
