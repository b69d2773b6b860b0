#!/usr/bin/env bash
# Each commit has a subject that a list shows whole, and nobody's work in progress is in the history.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../lib/commit-message.sh"

# Commits up to this one were made before there was a rule.
last_without_rule=fe4a185a54919a1d0e7cabe8e812525dfe23f309

range=HEAD
if git merge-base --is-ancestor "$last_without_rule" HEAD 2>/dev/null; then
  range=$last_without_rule..HEAD
fi

commits=0
while IFS= read -r commit; do
  commits=$((commits + 1))
  refuse "commit ${commit:0:10}" "$(git log -1 --format=%B "$commit" | commit_message_faults)"
done < <(git rev-list "$range")

finish "$commits commits have messages as they should be"
