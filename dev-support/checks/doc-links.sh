#!/usr/bin/env bash
# Every relative link in a Markdown file leads to a file of the tree, and its anchor to a heading there.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

# links FILE: the targets of its links, those in code blocks excepted.
links() {
  awk '/^ *```/ { code = !code; next } !code' "$1" |
    sed 's/`[^`]*`//g' |
    grep -oE '\]\([^)]+\)|^\[[^]]+\]: *[^ ]+' |
    sed -E 's/^\]\(//; s/\)$//; s/^\[[^]]+\]: *//; s/ ".*"$//; s/^<(.*)>$/\1/'
}

mapfile -t pages < <(files '*.md')
declare -A anchors
while IFS= read -r anchor; do
  anchors[$anchor]=yes
done < <(awk -f dev-support/lib/anchors.awk "${pages[@]}")

# normal PATH: without . and .., relative to the root of the tree.
normal() {
  realpath -ms --relative-to=. "$1"
}

broken=
count=0
for file in "${pages[@]}"; do
  while IFS= read -r link; do
    case $link in
      '' | *://* | mailto:*) continue ;;
      '#'*) target=$file ;;
      *) target=$(dirname "$file")/${link%%#*} ;;
    esac
    count=$((count + 1))
    if [ ! -e "$target" ]; then
      broken+="$file: $link"$'\n'
    elif git check-ignore -q "$target"; then
      broken+="$file: $link (git ignores it: others do not have it)"$'\n'
    elif [[ $link == *'#'* && $target == *.md && -z ${anchors["$(normal "$target")#${link#*#}"]:-} ]]; then
      broken+="$file: $link (there is no such heading)"$'\n'
    fi
  done < <(links "$file")
done
refuse 'a link that leads nowhere' "${broken%$'\n'}"

finish "$count relative links lead to files and headings"
