#!/usr/bin/env bash
# Every shell script parses, passes shellcheck where that is installed, and is executable if it is run.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

scripts=()
wrong_bits=
while IFS= read -r file; do
  first=
  IFS= read -r first <"$file"
  case $first in
    '#!'*)
      if [ ! -x "$file" ]; then wrong_bits+="$file is run, but not executable"$'\n'; fi ;;
    *)
      if [ -x "$file" ]; then wrong_bits+="$file is executable, but has no first line #!"$'\n'; fi ;;
  esac
  case $file:$first in
    *.sh:* | *:'#!'*bash* | *:'#!/bin/sh'*) scripts+=("$file") ;;
  esac
done < <(
  # shellcheck disable=SC2119 # all of them
  files | while IFS= read -r file; do
    if [ ! -L "$file" ] && LC_ALL=C grep -qI . "$file"; then printf '%s\n' "$file"; fi
  done
)

refuse 'executable bits' "${wrong_bits%$'\n'}"
for script in "${scripts[@]}"; do
  refuse "bash -n $script" "$(bash -n "$script" 2>&1)"
done
if command -v shellcheck >/dev/null; then
  refuse shellcheck "$(shellcheck -x "${scripts[@]}")"
  finish "${#scripts[@]} shell scripts parse and pass shellcheck"
fi
finish "${#scripts[@]} shell scripts parse (shellcheck is not installed)"
