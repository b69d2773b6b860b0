#!/usr/bin/env bash
# Runs the checks in dev-support/checks, all or those that are named, and lists what came of them.
set -uo pipefail

checks=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/checks
names=("$@")
if [ $# -eq 0 ]; then
  for file in "$checks"/*.sh; do
    names+=("$(basename "$file" .sh)")
  done
fi

failed=0
for name in "${names[@]}"; do
  if [ ! -f "$checks/$name.sh" ]; then
    echo "check.sh: no check $name; there are: $(cd "$checks" && echo *.sh | sed 's/\.sh//g')" >&2
    exit 2
  fi
  if output=$("$checks/$name.sh" 2>&1); then
    printf 'ok      %-18s %s\n' "$name" "$(tail -n 1 <<<"$output")"
    sed '$d; s/^/        /' <<<"$output"
  else
    printf 'FAILED  %s\n' "$name"
    printf '%s\n' "$output" | sed 's/^/        /'
    failed=$((failed + 1))
  fi
done

echo "${#names[@]} checks, $failed failed"
[ "$failed" -eq 0 ]
