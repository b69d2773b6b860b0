/** Rules by path: what is to be observed before the service moves a file, and what to set on it. */
@NullMarked
package org.tieredhdfs.mover.rules;

import org.jspecify.annotations.NullMarked;
