# shellcheck shell=bash
# Sourced by scripts that build the tree elsewhere.

# copy_tree FROM TO: the files of a checkout as they stand, without those that git ignores; TO is
# emptied first.
copy_tree() {
  local from=$1 to=$2 file
  rm -rf "$to"
  mkdir -p "$to"
  git -C "$from" ls-files -z --cached --others --exclude-standard |
    while IFS= read -r -d '' file; do
      if [ -e "$from/$file" ]; then printf '%s\0' "$file"; fi
    done |
    tar -C "$from" --null --files-from=- -cf - | tar -C "$to" -xf -
}
