#!/usr/bin/env bash
# Every sentence of the page of refusals is in the sources, and in the test or script that shows it.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

page=docs/refusals.md

# flat FILE...: their text on one line, with what Java joins by a plus joined, and without formats.
flat() {
  cat "$@" | tr '\n' ' ' | sed -E 's/" *\+ *"//g; s/  +/ /g'
}

# parts SENTENCE: what stands outside of braces, a part on a line, if it is long enough to tell.
parts() {
  sed -E 's/\{[^}]*\}/\n/g' <<<"$1" | sed -E 's/^[^[:alnum:]]+//; s/[^[:alnum:]]+$//' | grep -E '.{8}'
}

# bare: without marks, by which a test may cut a sentence.
bare() {
  tr -d '.,:;()'
}

# words_of_three PART: each three words of it that stand side by side, or both if it has two.
words_of_three() {
  bare <<<"$1" | awk 'NF == 2 { print } { for (i = 1; i + 2 <= NF; i++) print $i " " $(i + 1) " " $(i + 2) }'
}

mapfile -t sources < <(files '*/src/main/java/*.java' 'distribution/src/main/*')
text=$(flat "${sources[@]}")
unknown=
unshown=
count=0
while IFS='|' read -r _ _ sentence test _; do
  sentence=$(sed -E 's/^ +| +$//g' <<<"$sentence")
  test=$(tr -d ' ' <<<"$test")
  count=$((count + 1))
  mapfile -t fixed < <(parts "$sentence")
  for part in "${fixed[@]}"; do
    if [[ $text != *"$part"* ]]; then unknown+="$part"$'\n'; fi
  done
  case $test in
    */*) mapfile -t shown_in < <(files "$test") ;;
    *) mapfile -t shown_in < <(files "*/src/test/java/*/$test.java") ;;
  esac
  if [ ${#shown_in[@]} -eq 0 ]; then
    unshown+="$test is not there"$'\n'
    continue
  fi
  shown=$(flat "${shown_in[@]}" | bare)
  found=
  for part in "${fixed[@]}"; do
    while IFS= read -r words; do
      if [[ $shown == *"$words"* ]]; then found=yes; fi
    done < <(words_of_three "$part")
  done
  if [ -z "$found" ]; then unshown+="$test does not look for: $sentence"$'\n'; fi
done < <(grep -E '^\|' "$page" | grep -vE '^\| when |^\|---')
refuse "a sentence of $page that no source has" "${unknown%$'\n'}"
refuse "a sentence of $page that its test does not show" "${unshown%$'\n'}"

finish "$count refusals are as the page says"
