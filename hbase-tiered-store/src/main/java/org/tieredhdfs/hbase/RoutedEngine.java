package org.tieredhdfs.hbase;

/** The mark of a store engine that places files by class. */
interface RoutedEngine {}
