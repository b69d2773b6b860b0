# shellcheck shell=bash
# Puts the jars of tiered-hdfs in front of Hadoop's own and adds sub-commands to hdfs.
# Hadoop's scripts source this file from libexec/shellprofile.d.

if [ "${HADOOP_SHELL_EXECNAME:-}" = hdfs ]; then
  hadoop_add_subcommand filemover client 'move files to the storage types of their policies'
  hadoop_add_subcommand pathpolicies admin 'set the configured storage policies of directories'
  hadoop_add_subcommand tiered admin 'lost files, volumes, and checks for upgrade and downgrade'
  hadoop_add_subcommand patchpoints client 'list the patches of Hadoop, and whether they are active'
fi

hadoop_add_profile tiered

# The overlay only works in front of Hadoop's own classes.
_tiered_hadoop_classpath() {
  local jars=${HADOOP_TIERED_HOME:-${HADOOP_HOME}/share/hadoop/tiered}
  # packages have no share/hadoop
  if [ ! -d "$jars" ]; then jars=${HADOOP_HOME}/tiered; fi
  hadoop_add_classpath "$jars/*" before
}

# The service of the mover can run as a daemon: hdfs --daemon start filemover serve
# shellcheck disable=SC2034 # what Hadoop's scripts look at
hdfs_subcommand_filemover() {
  HADOOP_CLASSNAME=org.tieredhdfs.mover.cli.FileMoverCommand
  if [ "${1:-}" = serve ] || [ "${HADOOP_DAEMON_MODE:-default}" != default ]; then
    HADOOP_SUBCMD_SUPPORTDAEMONIZATION=true
  fi
}

# shellcheck disable=SC2034
hdfs_subcommand_tiered() {
  HADOOP_CLASSNAME=org.tieredhdfs.hdfs.cli.TieredCommand
}

# shellcheck disable=SC2034
hdfs_subcommand_pathpolicies() {
  HADOOP_CLASSNAME=org.tieredhdfs.hdfs.paths.PathPoliciesCommand
}

# shellcheck disable=SC2034
hdfs_subcommand_patchpoints() {
  HADOOP_CLASSNAME=org.tieredhdfs.hdfs.start.PatchPointsCommand
}
