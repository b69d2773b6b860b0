#!/usr/bin/env bash
# Runs the long form of the verification that placed HBase loses no row: known rows are written
# while RegionServers and DataNodes are killed and the file mover moves live files.
#
# usage: dev-support/stress-hbase.sh [MINUTES [SEED [OPTIONS...]]]   (default: 30 minutes)
#
# The seed decides who is killed and what is written, as far as threads allow; each run without one
# takes another, which is printed first. Further options are those of 'tiered verify-hbase --help'.
# Exit code 1 if a row is lost or damaged; target/verify-hbase/report.json has the figures.
set -euo pipefail

case ${1:-} in
  -h | --help) sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
esac
minutes=${1:-30}
seed=${2:-$(date +%s)}
for number in "$minutes" "$seed"; do
  if ! [[ $number =~ ^[0-9]+$ ]]; then
    echo "stress-hbase: minutes and seed are whole numbers, found '$number'" >&2
    exit 2
  fi
done
shift $(($# < 2 ? $# : 2))

cd "$(dirname "${BASH_SOURCE[0]}")/.."
echo "stress-hbase: $minutes minutes, seed $seed"
exec dev-support/tiered verify-hbase --minutes "$minutes" --seed "$seed" "$@"
