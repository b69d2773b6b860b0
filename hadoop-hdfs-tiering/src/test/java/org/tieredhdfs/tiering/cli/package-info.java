@NullMarked
package org.tieredhdfs.tiering.cli;

import org.jspecify.annotations.NullMarked;
