# Draws a diagram as SVG: boxes and frames at given places, and straight arrows between them.
#
# Lines: title TEXT | size W H | frame ID X Y W H TEXT | box ID X Y W TEXT | arrow FROM TO [TEXT] | dashed FROM TO [TEXT]
# Later lines are drawn over earlier ones. A line that starts with # is a comment.
BEGIN { height = 34 }

function escaped(text) {
  gsub(/&/, "\\&amp;", text)
  gsub(/</, "\\&lt;", text)
  return text
}

# The words of the line from the Nth on.
function rest(n, i, text) {
  for (i = n; i <= NF; i++) text = text (i > n ? " " : "") $i
  return escaped(text)
}

function remember(id, x, y, w, h) {
  left[id] = x; top[id] = y; right[id] = x + w; bottom[id] = y + h
}

function fail(text) {
  print FILENAME ":" FNR ": " text >"/dev/stderr"
  failed = 1
  exit 1
}

# From the bottom to the top of a box in the next row, to the side of one further below, else from side to side.
function draw_arrow(from, to, class, text, x1, y1, x2, y2, gap) {
  if (!(from in left)) fail("there is no " from)
  if (!(to in left)) fail("there is no " to)
  gap = left[to] > right[from] ? left[to] - right[from] : left[from] - right[to]
  x1 = right[from] < left[to] ? right[from] : left[from]
  x2 = right[from] < left[to] ? left[to] : right[to]
  y1 = (top[from] + bottom[from]) / 2
  y2 = (top[to] + bottom[to]) / 2
  if (bottom[from] < top[to] && gap < 40) {
    y1 = bottom[from]
    if (gap < 0 || top[to] - y1 < 2 * height) {
      y2 = top[to]
      x2 = (left[to] + right[to]) / 2
    }
    x1 = is_frame[from] ? x2 : (left[from] + right[from]) / 2
  }
  printf "  <path class=\"%s\" d=\"M%g,%g L%g,%g\"/>\n", class, x1, y1, x2, y2
  if (text != "") draw_label((x1 + x2) / 2, (y1 + y2) / 2, y1 == y2, text)
}

# Above the middle of a level arrow, else to the left below it.
function draw_label(x, y, is_level, text) {
  x -= is_level ? 0 : 10
  y += is_level ? -8 : 16
  printf "  <text class=\"small\" x=\"%g\" y=\"%g\" text-anchor=\"%s\">%s</text>\n", x, y, is_level ? "middle" : "end", text
}

/^#/ || NF == 0 { next }
$1 == "title" { title = rest(2); next }
$1 == "size" {
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\" aria-labelledby=\"title\">\n", $2, $3
  print "  <title id=\"title\">" title "</title>"
  print "  <style>"
  print "    .box { fill: #ffffff; stroke: #4a5568; } .frame { fill: #f4f6f8; stroke: #4a5568; }"
  print "    text { fill: #1a202c; } .small { font-size: 12px; fill: #4a5568; }"
  print "    .arrow, .dashed { stroke: #4a5568; stroke-width: 1.5; fill: none; marker-end: url(#head); }"
  print "    .dashed { stroke-dasharray: 6 4; }"
  print "  </style>"
  print "  <defs>"
  print "    <marker id=\"head\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"4\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"#4a5568\"/></marker>"
  print "  </defs>"
  printf "  <rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", $2, $3
  next
}
$1 == "frame" {
  remember($2, $3, $4, $5, $6)
  is_frame[$2] = 1
  printf "  <rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n", $3, $4, $5, $6
  printf "  <text class=\"small\" x=\"%d\" y=\"%d\">%s</text>\n", $3 + 12, $4 + 20, rest(7)
  next
}
$1 == "box" {
  remember($2, $3, $4, $5, height)
  printf "  <rect class=\"box\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\"/>\n", $3, $4, $5, height
  printf "  <text x=\"%g\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", $3 + $5 / 2, $4 + height / 2 + 5, rest(6)
  next
}
$1 == "arrow" || $1 == "dashed" { draw_arrow($2, $3, $1, rest(4)); next }
{ fail("'" $1 "' is not understood") }
END { if (!failed) print "</svg>" }
