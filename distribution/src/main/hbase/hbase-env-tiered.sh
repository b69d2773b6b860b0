# shellcheck shell=bash
# The jars of tiered-hdfs only work in front of HBase's own.
case ":${HBASE_CLASSPATH_PREFIX:-}:" in
  *":${HBASE_HOME}/lib/tiered/*:"*) ;;
  *) export HBASE_CLASSPATH_PREFIX="${HBASE_HOME}/lib/tiered/*${HBASE_CLASSPATH_PREFIX:+:${HBASE_CLASSPATH_PREFIX}}" ;;
esac

# hbase placement TABLE...: HBase's script runs any class as a command, and sources this file before it
# reads the command's name.
if [ "${1:-}" = placement ]; then
  shift
  set -- org.tieredhdfs.hbase.report.PlacementReportCommand "$@"
fi
