#!/usr/bin/env bash
#
# Copies the home directory to the backup disk.

set -euo pipefail

source "$(dirname "$0")/lib/log.sh"
. ./config.sh

readonly TARGET=/mnt/backup
declare -A SEEN=()
export LANG=C
keep=7

# Says how the script is used.
usage() {
  cat <<EOT
usage: $0 [-n] DIR...
  -n  only say what would be done
EOT
  exit 2
}

function mounted {
  # both spellings of the disk
  mountpoint -q "$TARGET" || mountpoint -q "$TARGET.old"
}

# Removes copies that are too old.
# The newest $keep stay.
prune() (
  cd "$TARGET"
  ls -1 | sort -r | tail -n +"$((keep + 1))" | while read -r old; do
    rm -rf -- "$old"
  done
  # nothing else is touched
)

if [[ "$(uname)" == Darwin ]]; then
  stamp() { date -u +%Y%m%dT%H%M%SZ; }
else
  stamp() {
    date --utc --iso-8601=seconds
  }
fi

main() {
  local dry=
  while getopts n opt; do
    case $opt in
      n) dry=1 ;;
      *) usage ;;
    esac
  done
  shift $((OPTIND - 1))
  mounted || { log "no disk"; return 1; }
  for dir in "$@"; do
    helper() { rsync -a "$1" "$TARGET/$(stamp)"; }
    [[ -n $dry ]] || helper "$dir"
  done
  prune
}

main "$@"
