#!/usr/bin/env bash
# Documents are read once: no sentence of more than 35 words, no two headings of the same name in a page, and none
# of the phrases that the glossary forbids. Tables, code and what is generated are left out. What has to stay is in
# prose.allow, with a reason.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

limit=35
allow=dev-support/checks/prose.allow
# the last column of the glossary, phrases parted by semicolons
glossary=docs/glossary.md
mapfile -t forbidden < <(awk -F' *[|] *' '/^[|]/ && !/^[|] term|^[|]---/ { print $4 }' "$glossary" | tr ';' '\n' | sed -E 's/^ +| +$//g; /^$/d')

# pages of ours: those that say they are generated are judged where they are made
mapfile -t pages < <(files 'docs/*.md' README.md CONTRIBUTING.md SECURITY.md 'dev-support/*README.md' 'hadoop-*README.md' \
  'hbase-*README.md' distribution/README.md ycsb-profiles/README.md | xargs -r grep -LE '^Generated (from|by) ')

# allowed FILE PHRASE: whether a line of the allow file names the file and words of the phrase; notes that it was used.
declare -A used
allowed() {
  local line words
  while IFS= read -r line; do
    if [[ -z $line || $line == '#'* ]]; then continue; fi
    words=${line#* | }
    words=${words%% | *}
    if [ "${line%% | *}" = "$1" ] && [[ $2 == *"$words"* ]]; then
      used[$line]=yes
      return 0
    fi
  done <"$allow"
  return 1
}

long=
sentences=0
while IFS=$'\t' read -r file line words sentence; do
  sentences=$((sentences + 1))
  if [ "$words" -gt "$limit" ] && ! allowed "$file" "$sentence"; then
    long+="$file:$line: $words words: $sentence"$'\n'
  fi
done < <(awk -f dev-support/lib/prose.awk "${pages[@]}")
refuse "a sentence of more than $limit words" "${long%$'\n'}"

twice=$(awk -f dev-support/lib/anchors.awk "${pages[@]}" | sed -nE 's/^(.*)-1$/\1/p')
refuse 'two headings of the same name' "$twice"

phrases=
while IFS= read -r found; do
  if ! allowed "${found%%:*}" "$found"; then phrases+="$found"$'\n'; fi
done < <(grep -nHiwE "$(IFS='|'; echo "${forbidden[*]}")" "${pages[@]}" | grep -v "^$glossary:")
refuse "$glossary forbids nothing" "$([ "${#forbidden[@]}" -gt 0 ] || echo "its last column is empty")"
refuse 'a phrase that the glossary forbids' "${phrases%$'\n'}"

unused=
while IFS= read -r line; do
  if [[ -n $line && $line != '#'* && -z ${used[$line]:-} ]]; then unused+="$line"$'\n'; fi
  if [[ -n $line && $line != '#'* && $line != *' | '*' | '?* ]]; then unused+="$line (no reason)"$'\n'; fi
done <"$allow"
refuse "a line of $allow that allows nothing" "${unused%$'\n'}"

finish "$sentences sentences in ${#pages[@]} pages have at most $limit words"
