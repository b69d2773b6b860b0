#!/usr/bin/env bash
# A class of more than 500 lines needs a reason in class-size.allow; more than 250 are pointed at.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

allowed=dev-support/checks/class-size.allow
too_long=
while IFS= read -r file; do
  lines=$(wc -l <"$file")
  if [ "$lines" -gt 500 ] && ! grep -qE "^$file +[^ ]" "$allowed"; then
    too_long+="$file: $lines lines"$'\n'
  elif [ "$lines" -gt 250 ]; then
    echo "long: $file: $lines lines"
  fi
done < <(files '*.java')
refuse "over 500 lines without a reason in $allowed" "${too_long%$'\n'}"

refuse "in $allowed, but not over 500 lines" "$(
  grep -vE '^(#|$)' "$allowed" | while read -r file _; do
    if [ ! -f "$file" ] || [ "$(wc -l <"$file")" -le 500 ]; then echo "$file"; fi
  done
)"

finish 'no class over 500 lines without a reason'
