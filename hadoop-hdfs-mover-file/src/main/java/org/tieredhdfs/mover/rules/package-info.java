/** Rules by path: conditions before the service moves a file, and the policy to set on it. */
@NullMarked
package org.tieredhdfs.mover.rules;

import org.jspecify.annotations.NullMarked;
