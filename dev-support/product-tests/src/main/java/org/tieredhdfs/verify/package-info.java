/** Verifies that HBase loses no row while daemons are killed and files are moved. */
@NullMarked
package org.tieredhdfs.verify;

import org.jspecify.annotations.NullMarked;
