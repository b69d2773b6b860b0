/** The files of a namespace, one after the other, from an image that a NameNode has written. */
@NullMarked
package org.tieredhdfs.tiering.image;

import org.jspecify.annotations.NullMarked;
