/** Which files a rule means: expressions over what an image says of them. */
@NullMarked
package org.tieredhdfs.tiering.rule;

import org.jspecify.annotations.NullMarked;
