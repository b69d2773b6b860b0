/** What users of a DataNode with the project's dataset see, on real daemons. */
@NullMarked
package org.tieredhdfs.product.datanode;

import org.jspecify.annotations.NullMarked;
