# shellcheck shell=bash
# Stand-in for the shell profile by which HDFS puts itself on the class path.
hadoop_add_profile hdfs

_hdfs_hadoop_classpath() {
  # the folder that holds webapps
  hadoop_add_classpath "$HADOOP_HOME/share/hadoop/hdfs"
  hadoop_add_classpath "$HADOOP_HOME/share/hadoop/hdfs/lib/*"
  hadoop_add_classpath "$HADOOP_HOME/share/hadoop/hdfs/*"
}
