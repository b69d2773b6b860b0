# shellcheck shell=bash
# Sourced by each check. A check calls refuse for each kind of fault, then finish.
set -uo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root" || exit 2
faults=0

# files [PATHSPEC...]: the tree's files, new ones too, without those that git ignores.
files() {
  local file
  git ls-files --cached --others --exclude-standard -- "$@" | sort -u |
    while IFS= read -r file; do
      if [ -e "$file" ]; then printf '%s\n' "$file"; fi
    done
}

# search REGEX [PATHSPEC...]: file:line:text wherever the extended expression matches in those files.
search() {
  local regex=$1
  shift
  git grep --untracked -nIE "$regex" -- "$@"
}

# refuse WHAT LINES: a fault unless LINES is empty.
refuse() {
  if [ -n "$2" ]; then
    printf '%s:\n' "$1"
    printf '%s\n' "$2" | sed 's/^/  /'
    faults=1
  fi
}

# finish SUMMARY: ends the check; the summary is printed where there was no fault.
finish() {
  if [ "$faults" -eq 0 ]; then printf '%s\n' "$1"; fi
  exit "$faults"
}
