@NullMarked
package org.tieredhdfs.rehearsal.example;

import org.jspecify.annotations.NullMarked;
