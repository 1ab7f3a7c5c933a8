/** `scripts/run` and its likes, by path in the skill's folder. */
export type ScriptFiles = Readonly<Record<string, { readonly text: string; readonly executable: boolean }>>;

// The folder of the script. No program is started for it unless the script is reached by a link, and `readlink -f`, which not
// every system has, is not used even then.
const ownFolder = `self=$0
while [ -h "$self" ]; do
  link=$(readlink "$self")
  case $link in
  /*) self=$link ;;
  *) self=\${self%/*}/$link ;;
  esac
done
case $self in
*/*) dir=\${self%/*} ;;
*) dir=. ;;
esac`;

const missing = `printf '%s\\n' '{"kind":"error","error":"runtime","code":"node-missing","message":"This skill needs Node.js 20 or later, and there is no node in PATH.","retry":false}'
echo 'error: This skill needs Node.js 20 or later, and there is no node in PATH.' >&2
exit 1`;

/** Scripts that start a file of `bin/` with Node. */
export function nodeScripts(start: string): ScriptFiles {
  return {
    "scripts/run": {
      executable: true,
      text: `#!/bin/sh
${ownFolder}
command -v node >/dev/null && exec node "$dir/../bin/${start}" "$@"
${missing}
`,
    },
    "scripts/run.cmd": {
      executable: false,
      text: crlf(`@echo off\nnode "%~dp0..\\bin\\${start}" %*\nexit /b %errorlevel%\n`),
    },
  };
}

/** Scripts that start the executable for this machine. */
export function executableScripts(name: string, targets: readonly string[]): ScriptFiles {
  return {
    "scripts/run": {
      executable: true,
      text: `#!/bin/sh
${ownFolder}
case $(uname -sm) in
'Darwin arm64') target=darwin-arm64 ;;
'Darwin x86_64') target=darwin-x64 ;;
'Linux aarch64' | 'Linux arm64') target=linux-arm64 ;;
'Linux x86_64') target=linux-x64 ;;
*) target=unknown ;;
esac
[ -x "$dir/../bin/${name}-$target" ] && exec "$dir/../bin/${name}-$target" "$@"
printf '%s\\n' '{"kind":"error","error":"runtime","code":"target-missing","message":"This skill was built for ${targets.join(", ")}; this machine is something else.","retry":false}'
echo "error: This skill was built for ${targets.join(", ")}; this machine is $(uname -sm)." >&2
exit 1
`,
    },
    "scripts/run.cmd": {
      executable: false,
      text: crlf(`@echo off\n"%~dp0..\\bin\\${name}-windows-x64.exe" %*\nexit /b %errorlevel%\n`),
    },
  };
}

function crlf(text: string): string {
  return text.replaceAll("\n", "\r\n");
}
