#!/bin/sh
# Has a shebang, but its executable bit is not set.
printf 'Hello, %s!\n' "${1:-everybody}"
