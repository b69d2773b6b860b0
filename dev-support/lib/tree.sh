# Sourced by scripts that build the tree elsewhere.

# copy_tree FROM TO: the files of a checkout as they stand, what git does not know of excepted by
# .gitignore; TO is emptied first. It becomes a repository of its own, as some checks ask git.
copy_tree() {
  local from=$1 to=$2 file
  rm -rf "$to"
  mkdir -p "$to"
  git -C "$from" ls-files -z --cached --others --exclude-standard |
    while IFS= read -r -d '' file; do
      [ -e "$from/$file" ] && printf '%s\0' "$file"
    done |
    tar -C "$from" --null --files-from=- -cf - | tar -C "$to" -xf -
  git -C "$to" init --quiet
}
