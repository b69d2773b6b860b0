package org.tieredhdfs.hbase;

/** Marks a store engine that places files by class. */
interface RoutedEngine {}
