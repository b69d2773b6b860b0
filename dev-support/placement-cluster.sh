#!/usr/bin/env bash
# Runs twelve DataNodes in four node groups with three storage types, writes to each type with Hadoop's
# placement policy for node groups and with ours, and prints max/mean of replicas and what fsck says.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [ $# -gt 0 ]; then
  echo "usage: dev-support/placement-cluster.sh" >&2
  [[ $1 == -h || $1 == --help ]] && exit 0
  exit 2
fi

cd "$root"
mvn -B -ntp -pl hadoop-hdfs-tiered/overlay -am test \
  -Dtest='EvenPlacementClusterTest#twelve*' -Dtest.excluded.groups= -Dsurefire.failIfNoSpecifiedTests=false |
  tee target/placement-cluster.log | grep -E '^placement:|Tests run:|BUILD'
