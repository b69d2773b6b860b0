/** Tests of the report format and the page. */
@NullMarked
package org.tieredhdfs.report;

import org.jspecify.annotations.NullMarked;
