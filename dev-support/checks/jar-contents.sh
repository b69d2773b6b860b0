#!/usr/bin/env bash
# The jars for Hadoop's class path hold our packages and, in the overlay only, woven stock classes.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../lib/stock.sh"

stock=$(stock_classes) || exit 2

# Of the class files on standard input, those that stock Hadoop has, and those that it has not.
in_stock() { comm -12 <(sort) <(printf '%s\n' "$stock" | sort); }
not_in_stock() { comm -23 <(sort) <(printf '%s\n' "$stock" | sort); }

for module in hadoop-hdfs-tiered/{core,datanode,overlay} hadoop-hdfs-mover-file hbase-tiered-store; do
  found=0
  for jar in "$module"/target/{hadoop-hdfs,hbase-tiered}-*.jar; do
    case $jar in
      *'*'* | *-sources.jar | *-javadoc.jar | *-tests.jar) continue ;;
    esac
    found=1
    entries=$(jar tf "$jar" | grep -v '/$')
    hadoops=$(grep '^org/apache/hadoop/.*\.class$' <<<"$entries")
    refuse "$jar: neither ours nor Hadoop's" "$(
      grep -vE '^(org/tieredhdfs|org/apache/hadoop|META-INF|webapps/(filemover|static))/' <<<"$entries"
      grep -E '^META-INF/.*\.(class|jar)$' <<<"$entries"
    )"
    for text in LICENSE NOTICE; do
      if ! grep -qx "META-INF/$text" <<<"$entries"; then refuse "$jar" "no META-INF/$text"; fi
    done
    if [ "${module##*/}" = overlay ]; then
      refuse "$jar: in Hadoop's packages, but not a stock class that was woven" \
        "$(not_in_stock <<<"$hadoops" | grep .)"
      if [ -z "$hadoops" ]; then refuse "$jar" 'no woven class in it'; fi
    else
      refuse "$jar: hides a stock class" "$(in_stock <<<"$hadoops")"
    fi
  done
  if [ "$found" -eq 0 ]; then refuse "$module" 'no jar: run mvn package first'; fi
done

finish 'jars of core, datanode, overlay, mover and HBase placement hold what they should'
