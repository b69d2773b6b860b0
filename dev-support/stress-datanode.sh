#!/usr/bin/env bash
# Runs the long form of the stress test of the DataNode's dataset: random operations of many clients
# while volumes hang, fail, come and go, block pools are removed and DataNodes restart.
#
# usage: dev-support/stress-datanode.sh [MINUTES [SEED [MAVEN ARGUMENTS...]]]   (default: 10 minutes)
#
# The seed decides what happens, as far as threads allow; each run without one takes another, which
# is printed first. -Dhadoop.version=... runs it on another Hadoop; build with clean then.
set -euo pipefail

case ${1:-} in
  -h | --help) sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
esac
minutes=${1:-10}
seed=${2:-$(date +%s)}
for number in "$minutes" "$seed"; do
  if ! [[ $number =~ ^[0-9]+$ ]]; then
    echo "stress-datanode: minutes and seed are whole numbers, found '$number'" >&2
    exit 2
  fi
done
shift $(($# < 2 ? $# : 2))

cd "$(dirname "${BASH_SOURCE[0]}")/.."
echo "stress-datanode: $minutes minutes, seed $seed"
mvn -B -ntp -pl hadoop-hdfs-tiered/datanode -am test \
  '-Dtest=DatasetStressTest#longForm' -Dtest.excluded.groups=none \
  -Dsurefire.failIfNoSpecifiedTests=false \
  "-Dtiered.stress.minutes=$minutes" "-Dtiered.stress.seed=$seed" "$@"
grep -h 'stress with seed' hadoop-hdfs-tiered/datanode/target/surefire-reports/*DatasetStressTest-output.txt
