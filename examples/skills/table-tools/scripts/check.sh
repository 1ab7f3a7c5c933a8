#!/bin/sh
# Reports byte-level problems of a text table: one finding per line.
set -eu

usage() {
  cat <<'TEXT'
Usage: check.sh FILE
       check.sh -          (read standard input)

Reports a byte order mark, mixed line endings, bytes that are not UTF-8,
NUL bytes, an empty file and a missing final newline, one finding per line.

Exit status: 0 nothing found, 1 findings printed, 2 usage error or unreadable file.
TEXT
}

fail() {
  printf 'check.sh: %s\n' "$1" >&2
  exit 2
}

case "${1-}" in
  -h | --help) usage; exit 0 ;;
  '') usage >&2; exit 2 ;;
esac
[ "$#" -eq 1 ] || fail "expected one file, got $#; see --help"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
data=$work/data
if [ "$1" = - ]; then
  cat > "$data"
else
  [ -f "$1" ] || fail "no such file: $1"
  cat -- "$1" > "$data" 2>/dev/null || fail "cannot read: $1"
fi

found=0
finding() {
  printf '%s\n' "$1"
  found=1
}

count_bytes() { LC_ALL=C tr -cd "$1" < "$data" | wc -c | tr -d ' '; }

if [ ! -s "$data" ]; then
  finding 'empty: the file has no content'
  exit 1
fi

if [ "$(head -c 3 "$data" | od -An -tx1 | tr -d ' \n')" = efbbbf ]; then
  finding 'bom: starts with a UTF-8 byte order mark, which becomes part of the first column name'
fi

nul=$(count_bytes '\000')
[ "$nul" -eq 0 ] || finding "nul: $nul NUL bytes (often a UTF-16 file)"

if ! iconv -f UTF-8 -t UTF-8 "$data" > /dev/null 2>&1; then
  finding 'encoding: not valid UTF-8 (often Windows-1252)'
fi

lf=$(count_bytes '\n')
cr=$(count_bytes '\r')
if [ "$cr" -gt 0 ] && [ "$cr" -ne "$lf" ]; then
  finding "line-endings: $cr carriage returns but $lf line feeds"
fi

if [ "$(tail -c 1 "$data" | od -An -tx1 | tr -d ' \n')" != 0a ]; then
  finding 'final-newline: the last line is not terminated, so it may be cut off'
fi

exit "$found"
