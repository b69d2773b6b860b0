# The anchors of Markdown files, FILE#ANCHOR on a line: headings as GitHub names them, and <a id="...">.

FNR == 1 { code = 0; delete seen }
/^ *```/ { code = !code; next }
code { next }
/^#+ / {
  text = tolower($0)
  sub(/^#+ +/, "", text)
  sub(/ +#* *$/, "", text)
  gsub(/\]\([^)]*\)/, "]", text)
  gsub(/[^a-z0-9 _\200-\377-]/, "", text)
  gsub(/ /, "-", text)
  count = seen[text]++
  print FILENAME "#" text (count ? "-" count : "")
}
{
  rest = $0
  while (match(rest, /<a id="[^"]+">/)) {
    print FILENAME "#" substr(rest, RSTART + 7, RLENGTH - 9)
    rest = substr(rest, RSTART + RLENGTH)
  }
}
