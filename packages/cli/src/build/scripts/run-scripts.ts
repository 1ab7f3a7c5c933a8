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

const needsNode = "This skill needs Node.js 20 or later, and there is no node in PATH.";

/** A failure as the skill itself would print it. Its words must be such that no shell sees more in them. */
function failure(code: string, message: string): string {
  return JSON.stringify({ kind: "error", error: "runtime", code, step: "", message, retry: false });
}

/** Scripts that start a file of `bin/` with Node. */
export function nodeScripts(start: string): ScriptFiles {
  return {
    "scripts/run": {
      executable: true,
      text: `#!/bin/sh
${ownFolder}
command -v node >/dev/null && exec node "$dir/../bin/${start}" "$@"
printf '%s\\n' '${failure("node-missing", needsNode)}'
echo 'error: ${needsNode}' >&2
exit 1
`,
    },
    "scripts/run.cmd": {
      executable: false,
      // 9009: there is no such program.
      text: crlf(`@echo off
node "%~dp0..\\bin\\${start}" %*
if not %errorlevel% == 9009 exit /b %errorlevel%
echo ${failure("node-missing", needsNode)}
>&2 echo error: ${needsNode}
exit /b 1
`),
    },
  };
}

/** Scripts that start the executable for this machine. */
export function executableScripts(name: string, targets: readonly string[]): ScriptFiles {
  const builtFor = `This skill was built for ${targets.join(", ")}; this machine is something else.`;
  const windows = `"%~dp0..\\bin\\${name}-windows-x64.exe"`;
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
MINGW*' x86_64' | MSYS*' x86_64') target=windows-x64.exe ;;
*) target=unknown ;;
esac
[ -x "$dir/../bin/${name}-$target" ] && exec "$dir/../bin/${name}-$target" "$@"
printf '%s\\n' '${failure("target-missing", builtFor)}'
echo "error: This skill was built for ${targets.join(", ")}; this machine is $(uname -sm)." >&2
exit 1
`,
    },
    "scripts/run.cmd": {
      executable: false,
      // Without labels, which cmd may miss in a file whose line ends git has changed.
      text: crlf(`@echo off
if not exist ${windows} echo ${failure("target-missing", builtFor)}
if not exist ${windows} >&2 echo error: ${builtFor}
if not exist ${windows} exit /b 1
${windows} %*
exit /b %errorlevel%
`),
    },
  };
}

function crlf(text: string): string {
  return text.replaceAll("\n", "\r\n");
}
