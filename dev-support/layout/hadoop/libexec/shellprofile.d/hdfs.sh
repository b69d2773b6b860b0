# shellcheck shell=bash
# Stand-in for the shell profile by which HDFS puts itself on the class path.
hadoop_add_profile hdfs

_hdfs_hadoop_classpath() {
  local home=${HADOOP_HDFS_HOME:-$HADOOP_HOME}
  # the folder that holds webapps
  hadoop_add_classpath "$home/${HDFS_DIR:-share/hadoop/hdfs}"
  hadoop_add_classpath "$home/${HDFS_LIB_JARS_DIR:-share/hadoop/hdfs/lib}/*"
  hadoop_add_classpath "$home/${HDFS_DIR:-share/hadoop/hdfs}/*"
}
