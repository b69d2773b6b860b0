@NullMarked
package org.tieredhdfs.tools.example;

import org.jspecify.annotations.NullMarked;
