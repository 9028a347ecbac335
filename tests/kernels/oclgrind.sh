#!/bin/sh
# usage: oclgrind.sh clean|errors CHECK PROGRAM [ARGUMENT...]
# Runs a test program on Oclgrind, which interprets kernels and reports invalid accesses, and by
# CHECK also --data-races or --uninitialized values. Fails unless the program passes and the report
# is empty (clean), or names both a race and an invalid access (errors). Exit status 77: Oclgrind is
# not installed.
set -eu
expected=$1
check=$2
shift 2
command -v oclgrind >/dev/null || { echo "oclgrind is not installed: skipped"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
CLGAUGE_UNDER_OCLGRIND=1 XDG_CACHE_HOME=$folder oclgrind --check-api "$check" \
  --max-errors 20 --log "$folder/report" "$@"
touch "$folder/report"
cat "$folder/report"
case $expected in
  clean) [ ! -s "$folder/report" ] ;;
  errors) grep -qi 'data race' "$folder/report" && grep -qi 'invalid write' "$folder/report" ;;
  *) echo "oclgrind.sh: expected clean or errors, not $expected"; exit 2 ;;
esac
