#!/usr/bin/env bash
# Runs a small part of each benchmark that repeats a study, on real daemons and emulated media, and checks its report:
# that it works, no figure is judged. Prints the time of each. 'bench compare' reads each report, 'predict' that of the docs.
# 'parity' plays ten seeds of 'verify-parity', 'parity-hbase' two with '--of hbase', of which none may break a promise. The last four
# are run only if they are named.
# Needs: 4 GB of memory, parity-hbase 6; about 6 minutes on 2 cores without other load. What needs root and Linux 6.2, which is all on
# emulated media, is skipped without, and the reason printed. Reports stay in target/smoke-benchmarks.
# usage: dev-support/smoke-benchmarks.sh [ycsb|dfsio|predict|parity|parity-hbase|terasort|ycsb-flash|ycsb-compression]...
#        (default: all but the last four)
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd -P)
tiered=$here/tiered
out=$(dirname "$here")/target/smoke-benchmarks
all=(ycsb dfsio predict parity)
named="parity-hbase terasort ycsb-flash ycsb-compression"

case ${1:-} in
  -h | --help) sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
esac
for name in "$@"; do
  if [[ " ${all[*]} $named " != *" $name "* ]]; then
    echo "smoke-benchmarks: there is no '$name'; there are ${all[*]} $named" >&2
    exit 2
  fi
done

mkdir -p "$out"
# The kernel frees the lock with this process, so none is ever left over.
exec {lock}>"$out/lock"
if ! flock --nonblock "$lock"; then
  echo "smoke-benchmarks: waiting for another run in $out" >&2
  flock "$lock"
fi

# emulated_media: whether devices can be made; prints what lacks if not.
emulated_media() {
  local tool
  if [ "$(id -u)" -ne 0 ]; then echo 'emulated media need root' && return 1; fi
  for tool in losetup mount umount mkfs.ext4; do
    if ! command -v "$tool" >/dev/null; then echo "there is no $tool" && return 1; fi
  done
  if [ ! -w /dev/fuse ] || [ ! -w /dev/loop-control ]; then echo 'there is no /dev/fuse or /dev/loop-control' && return 1; fi
  if ! compgen -G '/sys/class/bdi/*/strict_limit' >/dev/null; then echo 'there is no Linux 6.2' && return 1; fi
  mkdir -p "$out/mount"
  if ! mount -t tmpfs tmpfs "$out/mount" 2>/dev/null; then echo 'root may not mount here' && return 1; fi
  umount "$out/mount"
}

# Each child gets a process group, so that a signal reaches all of it.
set -m
child=
# run COMMAND...: runs it, and returns its exit code.
run() {
  local code=0
  "$@" {lock}>&- &
  child=$!
  wait "$child" || code=$?
  child=
  return "$code"
}

# clusters NAME: where a benchmark has its clusters; that of DFSIO has one for each side.
clusters() {
  case $1 in
    dfsio) echo "$out/$1/cluster/stock" "$out/$1/cluster/ours" ;;
    parity*) echo "$out/$1/cluster/apache" "$out/$1/cluster/ours" ;;
    *) echo "$out/$1/cluster" ;;
  esac
}

# remains NAME: processes, mounts and loop devices of a benchmark.
remains() {
  local file pid
  for file in /proc/[0-9]*/cmdline; do
    pid=${file%/cmdline}
    pid=${pid#/proc/}
    if [ "$pid" != $$ ] && tr '\0' ' ' 2>/dev/null <"$file" | grep -qF "$out/$1/"; then echo "process $pid"; fi
  done
  grep -oF " $out/$1/" /proc/self/mounts || true
  grep -lF "$out/$1/" /sys/block/loop*/loop/backing_file 2>/dev/null || true
}

# end NAME: ends what a benchmark has left that could not end it, as after kill -9.
end() {
  local dir
  for dir in $(clusters "$1"); do
    if [ -d "$dir" ]; then "$tiered" down --dir "$dir" {lock}>&- >/dev/null; fi
  done
}

name=
interrupted() {
  trap '' TERM INT HUP
  if [ -n "$child" ]; then
    kill -TERM -- "-$child" 2>/dev/null || true
    wait "$child" || true
  fi
  if [ -n "$name" ]; then end "$name"; fi
  echo 'smoke-benchmarks: interrupted' >&2
  exit 143
}
trap interrupted TERM INT HUP

# bench NAME OPTIONS...: runs that benchmark, and sees that it leaves nothing.
bench() {
  clean "$1" bench "$1" --quick "${@:2}"
}

# clean NAME COMMAND...: runs the command with clusters and results below NAME, and sees that it leaves nothing else.
clean() {
  local left
  end "$1" || return 1
  rm -rf "${out:?}/$1"
  if ! run "$tiered" "${@:2}" --dir "$out/$1/cluster" --out "$out/$1/report"; then
    echo "smoke-benchmarks: ${*:2} failed" >&2
    end "$1"
    return 1
  fi
  left=$(remains "$1")
  if [ -n "$left" ]; then
    echo "smoke-benchmarks: ${*:2} has left:"$'\n'"$left" >&2
    end "$1"
    return 1
  fi
}

# has NAME CASE...: whether both files of the report are whole and have these cases.
has() {
  local case json=$out/$1/report/report.json html=$out/$1/report/report.html
  # it also reads the file as any other reader does
  if ! run "$tiered" bench compare "$json" "$json" >"$out/$1/compare.txt"; then return 1; fi
  if ! grep -q '"ok" : true' "$json" || [[ $(<"$html") != *'</html>' ]]; then
    echo "smoke-benchmarks: $json or report.html is not ok or not whole" >&2
    return 1
  fi
  for case in "${@:2}"; do
    if ! grep -qF "\"$case\"" "$json" || ! grep -qF "$case" "$html"; then
      echo "smoke-benchmarks: $case is missing in $json or report.html" >&2
      return 1
    fi
  done
}

smoke_ycsb() {
  if [ -n "$lacking" ]; then
    bench ycsb --cases 50G_RAM --side ours && has ycsb 50G_RAM
  else
    bench ycsb --cases 1T_RAM_SSD --side ours && has ycsb 1T_RAM_SSD
  fi
}

# The report has memory and SSDs alone, from which the mix is predicted.
smoke_predict() {
  rm -rf "$out/predict"
  mkdir -p "$out/predict"
  cp "$here/../docs/examples/what-tiering-buys.json" "$out/predict/report.json"
  if ! run "$tiered" predict --report "$out/predict" >"$out/predict/text" ||
    ! grep -q '^1T_RAM_SSD  *[0-9]' "$out/predict/text"; then
    echo "smoke-benchmarks: predict has no figure for 1T_RAM_SSD, see $out/predict/text" >&2
    return 1
  fi
}

smoke_dfsio() {
  bench dfsio --cases ssd-write,ssd-random --threads 3 --side ours && has dfsio ssd-write-3 ssd-random-3 ssd-random-3-noreadahead
}

smoke_terasort() {
  bench terasort --cases rep3-workers1 --workers 1 --tasks 1 --scale 0.000001 --side ours && has terasort rep3-workers1
}

smoke_ycsb-flash() {
  bench ycsb-flash --cases flash-load,flash-update55-scan45 --records 2 --threads 16 --seconds 5 --side ours &&
    has ycsb-flash flash-load-2m-16-rs1 flash-update55-scan45-2m-16-rs1
}

smoke_ycsb-compression() {
  bench ycsb-compression --cases hdd-none,hdd-compacted-gz --media-factor 1 --side ours &&
    has ycsb-compression hdd-none hdd-compacted-gz 'hdd-compacted-gz / hdd-none'
}

smoke_parity() {
  clean parity verify-parity --seed 11 --seeds 10 --plays 1
}

smoke_parity-hbase() {
  clean parity-hbase verify-parity --of hbase --seeds 2 --plays 1
}

SECONDS=0
run "$tiered" bench --help >/dev/null
# Daemons live for seconds: what the optimising compiler would gain them is less than it costs.
export JAVA_TOOL_OPTIONS="-XX:TieredStopAtLevel=1 ${JAVA_TOOL_OPTIONS:-}"
lacking=$(emulated_media || true)
times=("$(printf '%-18s' build) $SECONDS s")
failed=()
for name in "${@:-${all[@]}}"; do
  if [ -n "$lacking" ] && [ "$name" != ycsb ] && [ "$name" != predict ]; then
    times+=("skipped: $lacking")
  else
    SECONDS=0
    if "smoke_$name"; then times+=("$SECONDS s"); else
      times+=("FAILED after $SECONDS s")
      failed+=("$name")
    fi
  fi
  times[-1]="$(printf '%-18s' "$name") ${times[-1]}"
  echo "smoke of ${times[-1]}"
done
echo
printf '%s\n' "${times[@]}"
if [ ${#failed[@]} -gt 0 ]; then
  echo "smoke-benchmarks: failed: ${failed[*]}" >&2
  exit 1
fi
