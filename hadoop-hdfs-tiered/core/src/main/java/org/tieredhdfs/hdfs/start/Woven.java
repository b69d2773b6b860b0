package org.tieredhdfs.hdfs.start;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The weaver's mark on a stock class: the applied patch points and the digest of the original. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Woven {

  /**
   * The names of the patch points that were applied. Empty in an overlay of version 0.1.0, which is
   * so refused.
   */
  String[] points() default {};

  /** SHA-256 of the stock class file that was woven, in hexadecimal. */
  String stockSha256();

  /** The version of Hadoop that the stock class came from. */
  String hadoopVersion();
}
