#!/usr/bin/env bash
# The long form of the comparison of what the mover's service does by events with a full look:
#   dev-support/compare-with-full-look.sh [SEQUENCES [SEED]]
set -euo pipefail
cd "$(dirname "$0")/.."
sequences=${1:-10000}
seed=${2:-$RANDOM$RANDOM}
echo "seed $seed, $sequences sequences"
mvn -B -ntp -q test -pl hadoop-hdfs-mover-file-service -am -Dtest=FullLookComparisonTest,CarriedEventsTest \
  -Dtest.excluded.groups=none -Dsurefire.failIfNoSpecifiedTests=false \
  "-Dfull.look.sequences=$sequences" "-Dfull.look.seed=$seed"
