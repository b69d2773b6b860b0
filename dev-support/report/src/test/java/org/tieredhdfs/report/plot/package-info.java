@NullMarked
package org.tieredhdfs.report.plot;

import org.jspecify.annotations.NullMarked;
