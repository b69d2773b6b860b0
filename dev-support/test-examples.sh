#!/usr/bin/env bash
# Starts each ready example of ycsb-profiles/profiles as a cluster of real daemons (HDFS, HBase, the file
# mover's service) and looks whether a file of each kind lands where the example's README says.
#
# usage: dev-support/test-examples.sh [OPTIONS...] [NAME...]
#
# Options are those of 'tiered examples --help'. Paths, ports and sizes are scaled, and the time for which
# archived files are left alone; --real-times leaves that as it is, 25 minutes each. RAM volumes are tmpfs
# for root, and folders in the shared memory of the machine for others. About 2 minutes and 3 GB of memory
# each. Exit code 1 if a file lies elsewhere, a daemon does not start, or we warn of something.
set -euo pipefail

case ${1:-} in
  -h | --help) sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
esac
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ "$(id -u)" -ne 0 ]; then
  echo 'test-examples: not root: RAM volumes are folders in shared memory' >&2
fi
exec dev-support/tiered examples "$@"
