# shellcheck shell=bash
# The jars of tiered-hdfs stand before HBase's own; behind them they would do nothing.
case ":${HBASE_CLASSPATH_PREFIX:-}:" in
  *":${HBASE_HOME}/lib/tiered/*:"*) ;;
  *) export HBASE_CLASSPATH_PREFIX="${HBASE_HOME}/lib/tiered/*${HBASE_CLASSPATH_PREFIX:+:${HBASE_CLASSPATH_PREFIX}}" ;;
esac

# hbase placement TABLE...: HBase's script takes any class for a command, and sources this file
# before it looks which one it is asked for.
if [ "${1:-}" = placement ]; then
  shift
  set -- org.tieredhdfs.hbase.report.PlacementReportCommand "$@"
fi
