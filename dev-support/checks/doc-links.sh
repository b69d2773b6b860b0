#!/usr/bin/env bash
# Every relative link in a Markdown file leads to a file of the tree.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

# links FILE: the targets of its links, those in code blocks excepted.
links() {
  awk '/^ *```/ { code = !code; next } !code' "$1" |
    sed 's/`[^`]*`//g' |
    grep -oE '\]\([^)]+\)|^\[[^]]+\]: *[^ ]+' |
    sed -E 's/^\]\(//; s/\)$//; s/^\[[^]]+\]: *//; s/ ".*"$//; s/^<(.*)>$/\1/'
}

broken=
count=0
while IFS= read -r file; do
  while IFS= read -r link; do
    case $link in
      '' | '#'* | *://* | mailto:*) continue ;;
    esac
    count=$((count + 1))
    target=$(dirname "$file")/${link%%#*}
    if [ ! -e "$target" ]; then
      broken+="$file: $link"$'\n'
    elif git check-ignore -q "$target"; then
      broken+="$file: $link (git ignores it: others do not have it)"$'\n'
    fi
  done < <(links "$file")
done < <(files '*.md')
refuse 'a link that leads nowhere' "${broken%$'\n'}"

finish "$count relative links lead to files"
