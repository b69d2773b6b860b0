# The sentences of Markdown files: file, line of the paragraph, number of words and sentence, parted by tabs.
# Left out: code blocks, tables, headings, and regions that dev-support/write-reference makes.

# words_of TEXT: a link counts with its text, and code as one word.
function words_of(text,   parts, n, i, count) {
  gsub(/\]\([^)]*\)/, "", text)
  gsub(/`[^`]*`/, "code", text)
  n = split(text, parts, /[ \t]+/)
  count = 0
  for (i = 1; i <= n; i++) if (parts[i] ~ /[A-Za-z0-9]/) count++
  return count
}

function tell(text,   count) {
  count = words_of(text)
  if (count > 0) printf "%s\t%d\t%d\t%s\n", file, line, count, text
}

# flush: tells the paragraph, sentence by sentence. One ends with . ! or ?, and what closes it, before blanks and
# something that is no small letter.
function flush(   rest, end) {
  rest = paragraph
  paragraph = ""
  while (match(rest, /[.!?][)"*_`]* +[^a-z ]/)) {
    end = RSTART + RLENGTH - 2
    tell(substr(rest, 1, end))
    rest = substr(rest, end + 1)
  }
  tell(rest)
}

FNR == 1 { flush(); code = 0; generated = 0; file = FILENAME }
/^ *```/ { flush(); code = !code; next }
code { next }
/^<!-- .*, by dev-support\// { flush(); generated = 1 }
/^<!-- end of / { generated = 0; next }
generated || /^ *</ { next }
/^ *\|/ || /^#/ || /^ *$/ { flush(); next }
/^ *([-*]|[0-9]+\.) / { flush(); sub(/^ *([-*]|[0-9]+\.) +/, "") }
{
  sub(/^ +/, "")
  if (paragraph == "") line = FNR
  paragraph = paragraph (paragraph == "" ? "" : " ") $0
}
END { flush() }
