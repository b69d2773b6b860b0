#!/usr/bin/env bash
# How much there is to read: lines and words that may not grow, and what they are to come down to.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

too_much=
# part NAME MOST GOAL wc-option PATTERN...
part() {
  local name=$1 most=$2 goal=$3 unit=$4 count
  shift 4
  count=$(files "$@" | xargs -d '\n' cat | wc "$unit")
  printf '%-40s %6d, at most %6d, goal %6d\n' "$name" "$count" "$most" "$goal"
  if [ "$count" -gt "$most" ]; then
    too_much+="$name: $count, at most $most"$'\n'
  fi
}

part 'lines of the product' 53465 46000 -l {'hadoop-hdfs-tiered','hadoop-hdfs-mover-file*','hbase-tiered-store','ycsb-profiles'}'/*src/main/*.java'
part 'lines of tiering by rule' 7600 7600 -l 'hadoop-hdfs-tiering/src/main/*.java'
part 'lines of the dataset' 12279 12227 -l 'hadoop-hdfs-tiered/datanode/src/main/*.java'
part 'lines of mover, service, HBase' 18899 18899 -l {'hadoop-hdfs-mover-file*','hbase-tiered-store'}'/src/main/*.java'
part 'lines of dev-support' 41498 24000 -l 'dev-support/*src/main/*.java'
part 'lines of scripts' 3060 1500 -l 'dev-support/*.sh'
part 'words of documentation' 45000 45000 -w 'docs/*.md' README.md CONTRIBUTING.md
part 'words of architecture.md' 4000 4000 -w docs/architecture.md
part 'words of CONTRIBUTING.md' 1500 1500 -w CONTRIBUTING.md

refuse 'grown beyond what is allowed' "${too_much%$'\n'}"
finish 'nothing has grown beyond what is allowed'
