@NullMarked
package org.tieredhdfs.tiering.rule;

import org.jspecify.annotations.NullMarked;
