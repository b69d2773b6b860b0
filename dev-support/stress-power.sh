#!/usr/bin/env bash
# Runs the long form of the verification that HDFS keeps what it promised when machines lose power.
#
# usage: dev-support/stress-power.sh [CUTS [SEED [OPTIONS...]]]   (default: 500 cuts, seed 1)
#
# An interrupted run goes on behind the last line of target/verify-power/cuts.jsonl, which has the seed and the
# result of each cut. Further options are those of 'tiered verify-power --help'. Needs root and takes about 10
# seconds a cut. Exit code 1 if something promised is lost; target/verify-power/report.json has the figures.
set -euo pipefail

case ${1:-} in
  -h | --help) sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
esac
cuts=${1:-500}
seed=${2:-1}
for number in "$cuts" "$seed"; do
  if ! [[ $number =~ ^[0-9]+$ ]]; then
    echo "stress-power: cuts and seed are whole numbers, found '$number'" >&2
    exit 2
  fi
done
shift $(($# < 2 ? $# : 2))

cd "$(dirname "${BASH_SOURCE[0]}")/.."
echo "stress-power: $cuts cuts, seed $seed"
exec dev-support/tiered verify-power --cuts "$cuts" --seed "$seed" "$@"
