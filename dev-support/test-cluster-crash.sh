#!/usr/bin/env bash
# Kills `tiered up` at points spread over its whole course and asserts that `tiered down` leaves no
# process, mount, loop device or shared memory of it. Exit code 0 if it never does.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: dev-support/test-cluster-crash.sh [--plain N] [--unprivileged N] [--emulated N] [--seed S]
  --plain N         kill points with plain media and HBase (default 6)
  --unprivileged N  kill points without the right to mount, RAM in shared memory (default 1)
  --emulated N      kill points with emulated media, HDFS alone (default 3; needs root)
  --seed S          where in its part of the course each kill falls (default: random, printed)
USAGE
}

home=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd -P)
tiered=$home/dev-support/tiered
plain=6
unprivileged=1
emulated=3
seed=$((SRANDOM % 100000))
while (($#)); do
  case $1 in
    --plain) plain=$2 ;;
    --unprivileged) unprivileged=$2 ;;
    --emulated) emulated=$2 ;;
    --seed) seed=$2 ;;
    --help)
      usage
      exit 0
      ;;
    *)
      usage >&2
      exit 2
      ;;
  esac
  shift 2
done
RANDOM=$seed

dir=$home/target/crash-cluster-$$
out=$home/target/crash-cluster-$$.out
failures=0
mkdir -p "$home/target"
# The name that the cluster of this directory has outside of it
name=tieredhdfs-$(printf %s "$dir" | sha256sum | cut -c1-16)

finish() {
  "$tiered" down --dir "$dir" >/dev/null 2>&1 || true
  rm -rf "$dir" "$out"
}
trap finish EXIT

milliseconds() {
  date +%s%3N
}

pause_ms() {
  sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"
}

# The loop devices behind this cluster.
loops() {
  local file
  for file in /sys/block/loop*/loop/backing_file; do
    [[ -f $file ]] && grep -q "^$dir/" "$file" 2>/dev/null && cat "${file%/loop/backing_file}/dev"
  done
  return 0
}

# Everything of this cluster that the system still has, found without the code under test.
leftovers() {
  local file
  for file in /proc/[0-9]*/cmdline; do
    if { tr '\0' '\n' <"$file"; } 2>/dev/null | grep -Fxq -- "-Dtieredhdfs.cluster.dir=$dir"; then
      echo "process ${file//[^0-9]/}"
    fi
  done
  awk -v dir="$dir/" 'index($5, dir) == 1 { print "mount " $5 }' /proc/self/mountinfo
  loops | sed 's/^/loop device /'
  find /dev/shm -maxdepth 1 -name "$name*" 2>/dev/null | sed 's/^/shared memory /'
  return 0
}

# up_options MODE: the options of up
up_options() {
  case $1 in
    plain) echo "" ;;
    unprivileged) echo "--no-hbase --datanodes 1" ;;
    emulated) echo "--no-hbase --media emulated" ;;
  esac
}

# start MODE: up in the background; $! is the launcher itself, for the script ends in exec
start() {
  local wrap=()
  [[ $1 == unprivileged ]] && wrap=(setpriv --inh-caps=-sys_admin --bounding-set=-sys_admin)
  # shellcheck disable=SC2046 # several words
  "${wrap[@]}" "$tiered" up --dir "$dir" $(up_options "$1") >"$out" 2>&1 &
  launcher=$!
}

verdict() {
  local left
  left=$(leftovers)
  if [[ -n $left ]]; then
    failures=$((failures + 1))
    echo "$1: LEFT BEHIND"
    echo "$left" | sed 's/^/    /'
  else
    echo "$1: clean"
  fi
}

# How long a whole start takes here, in ms; ended like all others.
measure() {
  local begin
  begin=$(milliseconds)
  start "$1"
  if ! wait "$launcher"; then
    cat "$out" >&2
    exit 1
  fi
  course_ms=$(($(milliseconds) - begin))
  "$tiered" down --dir "$dir" >/dev/null
  verdict "$1: whole start, $course_ms ms"
}

# kill_once MODE I N: the kill falls into part I of N of the course
kill_once() {
  local mode=$1 part=$2 parts=$3 after_ms begin note=""
  after_ms=$((course_ms * (part - 1) / parts + RANDOM % (course_ms / parts + 1)))
  start "$mode"
  pause_ms "$after_ms"
  kill -9 "$launcher" 2>/dev/null || note=", up had ended"
  wait "$launcher" 2>/dev/null || true
  if [[ $mode == emulated ]]; then
    note+=$(hang_a_volume)
  fi
  if ((part % 2 == 0)); then
    "$tiered" down --dir "$dir" >/dev/null 2>&1 &
    local down=$!
    pause_ms $((300 + RANDOM % 700))
    kill -9 "$down" 2>/dev/null && note+=", the first down killed"
    wait "$down" 2>/dev/null || true
  fi
  begin=$(milliseconds)
  if ! "$tiered" down --dir "$dir" >>"$out" 2>&1; then
    note+=", down FAILED: $(tail -3 "$out")"
    failures=$((failures + 1))
  fi
  verdict "$mode $part/$parts: killed after $after_ms ms at '$(last_progress)'$note, down took $(($(milliseconds) - begin)) ms"
}

last_progress() {
  grep -a '^\[' "$out" | tail -1 | sed 's/^\[[^]]*\] *//; s/ .*//' || true
}

# Stops the media server, or kills it, while somebody writes to the first volume that is mounted.
hang_a_volume() {
  local mount server
  mount=$(awk -v dir="$dir/" 'index($5, dir) == 1 && $0 ~ / ext4 / { print $5; exit }' /proc/self/mountinfo)
  server=$(pgrep -f "Dtieredhdfs.cluster.dir=$dir .*MediaServer" | head -1) || return 0
  [[ -n $mount && -n $server ]] || return 0
  sh -c 'dd if=/dev/zero of="$0" bs=1M count=4 conv=fsync' "$mount/hanging" \
    "-Dtieredhdfs.cluster.dir=$dir" >/dev/null 2>&1 &
  if ((RANDOM % 2)); then
    kill -STOP "$server"
    echo ", media server stopped, a writer hangs"
  else
    kill -9 "$server"
    echo ", media server killed under a writer"
  fi
}

run_mode() {
  local mode=$1 count=$2 i
  ((count > 0)) || return 0
  measure "$mode"
  for ((i = 1; i <= count; i++)); do
    kill_once "$mode" "$i" "$count"
  done
}

echo "seed $seed"
"$tiered" up --help >/dev/null # builds what is out of date
run_mode plain "$plain"
if command -v setpriv >/dev/null; then
  run_mode unprivileged "$unprivileged"
fi
if [[ $(id -u) == 0 ]]; then
  run_mode emulated "$emulated"
elif ((emulated > 0)); then
  echo "emulated: skipped, needs root"
fi
echo "$failures failures"
((failures == 0))
