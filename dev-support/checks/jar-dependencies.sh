#!/usr/bin/env bash
# What stands on Hadoop's class path declares no third-party dependency for compilation or run time.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

for module in hadoop-hdfs-tiered/{core,datanode,overlay} hadoop-hdfs-{tiering,mover-file{,-service}} hbase-tiered-store; do
  pom=$module/pom.xml
  refuse "$pom: a dependency that is neither ours, nor of scope provided or test" "$(
    awk '
      function value(line) { gsub(/^ *<[^>]*>|<[^>]*> *$/, "", line); return line }
      /<dependency>/ { inside = 1; group = ""; artifact = ""; scope = "compile" }
      inside && /<exclusions>/ { excluded = 1 }
      inside && !excluded && /<groupId>/ { group = value($0) }
      inside && !excluded && /<artifactId>/ { artifact = value($0) }
      inside && !excluded && /<scope>/ { scope = value($0) }
      /<\/exclusions>/ { excluded = 0 }
      /<\/dependency>/ {
        inside = 0
        if (group != "org.tieredhdfs" && scope != "provided" && scope != "test")
          print group ":" artifact " (" scope ")"
      }
    ' "$pom"
  )"
done

finish 'core, datanode, overlay, mover and HBase placement bring nothing of others'
