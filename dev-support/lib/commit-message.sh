# shellcheck shell=bash
# Sourced by the check of the history and by the hook that sees each message first.

commit_subject_limit=72

# commit_message_faults: a sentence for each fault of the message on standard input, without comments.
commit_message_faults() {
  local subject second
  IFS= read -r subject || true
  IFS= read -r second || true
  case $subject in
    '') echo 'the subject is empty' ;;
    [Ww][Ii][Pp] | [Ww][Ii][Pp][!a-zA-Z]* | fixup!* | squash!*)
      echo "'$subject' is work in progress; say what the change does" ;;
    Merge*/*) echo "'$subject' names a folder or a branch of one; rebase instead" ;;
  esac
  if [ "${#subject}" -gt "$commit_subject_limit" ]; then
    echo "'$subject' has ${#subject} characters; a subject has $commit_subject_limit at most"
  fi
  case $subject in
    *.) echo "'$subject' ends with a full stop" ;;
  esac
  if [ -n "$second" ]; then
    echo "'$subject' is not followed by an empty line"
  fi
}
