@NullMarked
package org.tieredhdfs.bench.study.page;

import org.jspecify.annotations.NullMarked;
