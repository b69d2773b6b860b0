@NullMarked
package org.tieredhdfs.tiering.report;

import org.jspecify.annotations.NullMarked;
