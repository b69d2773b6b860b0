/** Reports as files: {@code report.json} and {@code report.html}. */
@NullMarked
package org.tieredhdfs.report.files;

import org.jspecify.annotations.NullMarked;
