#!/usr/bin/env bash
# Each planted fault applies to the code as it is, and the README beside the patches has their table.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

page=dev-support/planted-faults/README.md

refuse 'a planted fault that does not apply: write its patch again' "$(
  files 'dev-support/planted-faults/*.patch' | while IFS= read -r patch; do
    git apply --check "$patch" 2>/dev/null || printf '%s\n' "$patch"
  done
)"
refuse "a line of dev-support/planted-faults.sh --table that $page does not have" "$(
  dev-support/planted-faults.sh --table | grep -vxFf "$page"
)"

finish 'planted faults apply, and are listed'
