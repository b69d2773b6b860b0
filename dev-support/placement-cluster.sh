#!/usr/bin/env bash
# Runs twelve DataNodes in four node groups with three storage types, has a MapReduce job write to each type
# with Hadoop's placement policy for node groups and with ours, and prints max/mean of replicas and what
# fsck says.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [ $# -gt 0 ]; then
  echo "usage: dev-support/placement-cluster.sh" >&2
  [[ $1 == -h || $1 == --help ]] && exit 0
  exit 2
fi

cd "$root"
mkdir -p target
rm -f hadoop-hdfs-tiered/overlay/target/surefire-reports/*.EvenPlacementClusterTest-output.txt
code=0
mvn -B -ntp -pl hadoop-hdfs-tiered/overlay -am test \
  -Dtest='EvenPlacementClusterTest#twelve*' -Dtest.excluded.groups=none -Dsurefire.failIfNoSpecifiedTests=false \
  >target/placement-cluster.log || code=$?
grep -hE '^placement:' \
  hadoop-hdfs-tiered/overlay/target/surefire-reports/*.EvenPlacementClusterTest-output.txt || code=1
grep -E 'Tests run:|BUILD' target/placement-cluster.log
exit "$code"
