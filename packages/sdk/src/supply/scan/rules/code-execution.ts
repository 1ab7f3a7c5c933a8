import type { TextRule } from "../report.ts";
import { throughView } from "./as-read.ts";
import { viewAsRun } from "./as-run.ts";
import { lineAfter, lineBefore } from "./line-around.ts";

const encoded: readonly RegExp[] = [
  // echo … | base64 -d | sh, and the like
  /\b(?:base64\s{1,3}(?:-d|-D|--decode|-di)|xxd\s{1,3}-r(?:\s{1,3}-p)?|openssl\s{1,3}(?:base64|enc)\s[^\n|]{0,60}-d|base32\s{1,3}(?:-d|--decode))\b[^\n|]{0,200}(?:\|\s{0,4}(?:gunzip|zcat|tr|rev|xz)\b[^\n|]{0,60}){0,2}\|\s{0,4}(?:sudo\s{1,3})?(?:(?:\/bin\/)?(?:ba|z|da)?sh|python[23]?|node|perl|ruby|source)\b/gi,
  /\b(?:eval|(?:ba|z)?sh\s{1,3}-c|source|python3?\s{1,3}-c|node\s{1,3}-e)\s[^\n]{0,20}?(?:\$\(|`|<\()[^\n)`]{0,200}\b(?:base64\s{1,3}(?:-d|-D|--decode)|xxd\s{1,3}-r)/gi,
  // Python
  /\b(?:exec|eval|compile|__import__|(?:pickle|marshal|dill)\.loads)\s{0,3}\(\s{0,3}(?:[\w.]{1,40}\(\s{0,3}){0,4}(?:base64\s{0,2}\.\s{0,2}\w{0,3}b(?:64|32|85|16)decode|b64decode|bytes\.fromhex|codecs\s{0,2}\.\s{0,2}decode|zlib\s{0,2}\.\s{0,2}decompress|binascii\.(?:a2b_|unhex)\w{1,12}|marshal\.loads|bytearray\.fromhex)/gi,
  /\b(?:os\.system|subprocess\.\w{2,20}|os\.popen)\s{0,3}\(\s{0,3}(?:base64\.\w{0,3}b64decode|bytes\.fromhex|codecs\.decode)/gi,
  /\b(?:getattr\s{0,3}\(\s{0,3}(?:__builtins__|builtins)\b|__builtins__\s{0,3}[[.])[^\n]{0,80}(?:b(?:64|32|85|16)decode|fromhex|decompress|unhexlify|codecs\.decode)/g,
  /\b__import__\s{0,3}\(\s{0,3}["'](?:os|subprocess)["']\s{0,3}\)\s{0,3}\.\s{0,3}\w{2,20}\s{0,3}\(\s{0,3}(?:[\w.]{1,40}\(\s{0,3}){0,2}(?:base64\b|b64decode|bytes\.fromhex|codecs\.decode)/g,
  // PHP and Ruby
  /\b(?:eval|assert|system|exec|shell_exec|passthru)\b\s{0,3}\(?\s{0,3}(?:\w{1,30}\(\s{0,3}){0,3}(?:base64_decode|gzinflate|gzuncompress|str_rot13|hex2bin|Base64\.(?:\w{1,10}_)?decode64)\b/g,
  // A text turned around, shifted or spelt in numbers, and the rest of the script itself
  /\|\s{0,4}(?:rev|tr\s{1,3}["']?\[?[\w-]{0,8}[aA]-[zZ][^\n|]{0,40})\s{0,4}\|\s{0,4}(?:sudo\s{1,3})?(?:\/bin\/)?(?:ba|z|da)?sh\b/g,
  /\b(?:printf|echo\s{1,3}-\w{0,2}e\w{0,2})\s{1,3}["'][^\n"'|]{0,200}(?:\\(?:x[\da-f]{2}|[0-3]?[0-7]{2})){6,}[^\n|]{0,4000}\|\s{0,4}(?:sudo\s{1,3})?(?:\/bin\/)?(?:ba|z|da)?sh\b/gi,
  /\b(?:tail|sed|awk)\s[^\n|]{0,80}\$\{?(?:0|BASH_SOURCE)\b[^\n|]{0,20}\|[^\n]{0,120}\|\s{0,4}(?:sudo\s{1,3})?(?:\/bin\/)?(?:ba|z|da)?sh\b/g,
  // JavaScript
  /\b(?:eval|Function|setTimeout|execSync|exec|spawnSync|spawn|runInThisContext|runInNewContext)(?:["'`]?\s{0,3}[\])])?\s{0,3}\(\s{0,3}(?:[\w.]{1,40}\(\s{0,3}){0,3}(?:atob\s{0,3}\(|Buffer\.from\s{0,3}\([^),\n]{1,3000},\s{0,3}["'](?:base64|hex)|unescape\s{0,3}\(|String\.fromCharCode\s{0,3}\()/g,
  // PowerShell
  /\b(?:powershell|pwsh)(?:\.exe)?\s[^\n]{0,120}?-e(?:nc|ncodedcommand|c)?\s{1,3}["']?[A-Za-z0-9+/=]{16,}/gi,
  /\b(?:iex|invoke-expression)\b[^\n]{0,120}frombase64string/gi,
];
const remote: readonly RegExp[] = [
  /\b(?:exec|eval|compile)\s{0,3}\(\s{0,3}(?:[\w.]{1,40}\(\s{0,3}){0,3}(?:requests|httpx|urllib\.request|urllib2?|session|client)\s{0,2}\.\s{0,2}(?:get|post|urlopen|request)\s{0,3}\(/g,
  /\b(?:exec|eval)\s{0,3}\(\s{0,3}urlopen\s{0,3}\(/g,
  // Under whatever name the module was imported
  /\b(?:exec|eval|compile)\s{0,3}\(\s{0,3}(?:[\w.]{1,40}\(\s{0,3}){0,3}[\w.]{1,40}\.(?:get|post|urlopen|request)\s{0,3}\(\s{0,3}[frb]?["']https?:/g,
  // PHP and Ruby
  /\beval\b\s{0,3}\(?\s{0,3}(?:file_get_contents\s{0,3}\(\s{0,3}["']https?:|(?:URI\.)?open\s{0,3}\(\s{0,3}["']https?:|(?:URI|Net::HTTP)\.get\b)/g,
  // A program by its address; one of a known version is no surprise
  /\b(?:deno\s{1,3}(?:run|serve|install)|uv\s{1,3}run)\s[^\n|;`]{0,120}?https?:\/\/(?!deno\.land\/(?:std|x\/\w{1,60})@|jsr\.io\/)[^\s"'`]{4,200}/g,
  /\b(?:pickle|marshal|dill|cloudpickle)\.loads\s{0,3}\(\s{0,3}(?:requests|httpx|urllib\.request)\s{0,2}\.\s{0,2}(?:get|urlopen)\s{0,3}\(/g,
  /\b(?:eval|Function)\s{0,3}\(\s{0,3}(?:await\s{1,3})?\(?\s{0,3}(?:await\s{1,3})?\(?(?:await\s{1,3})?(?:fetch|axios\.get|got)\s{0,3}\(/g,
  /\bimport\s{0,3}\(\s{0,3}["'`](?:https?:|data:text\/javascript)/g,
  /\.then\s{0,3}\(\s{0,3}\(?\s{0,3}\w{1,20}\s{0,3}\)?\s{0,3}=>\s{0,3}(?:eval|new\s{1,3}Function)\s{0,3}\(/g,
  /\.then\s{0,3}\(\s{0,3}eval\s{0,3}\)/g,
  /\b(?:os\.system|subprocess\.(?:run|call|Popen|check_output)|os\.popen)\s{0,3}\(\s{0,3}(?:requests|httpx)\.get\s{0,3}\(/g,
];
const encodedHint =
  /base(?:64|32)|gzinflate|gzuncompress|rot13|hex2bin|\|\s{0,4}(?:rev|tr)\s|\\x?\d|\$\{?(?:0|BASH)|xxd|fromhex|unhex|a2b_|decode|decompress|atob|unescape|fromCharCode|-e(?:nc|c)?\s/i;
const remoteHint = /\b(?:exec|eval|compile|Function|loads|import|system|popen|subprocess|deno|uv)\b/;
const reverse =
  /\/dev\/(?:tcp|udp)\/[\w.${}-]{1,100}\/[\w${}]{1,30}|\b(?:nc|ncat|netcat)(?:\.exe|\.traditional)?\s[^\n|;]{0,80}?-\w{0,6}[ec]\s{0,3}(?:\/bin\/|cmd|powershell|(?:ba|z)?sh\b)|\bmkfifo\s[^\n]{1,200}\|\s{0,3}(?:nc|ncat|netcat|telnet|openssl)\b|\bsocat\s[^\n]{0,120}exec\s{0,2}:|\bos\.dup2\s{0,3}\(\s{0,3}\w{1,20}\.fileno\s{0,3}\(|\bpty\.spawn\s{0,3}\(\s{0,3}["']\/bin\/(?:ba|z)?sh|\bnet\.(?:connect|Socket)\b[^\n]{0,200}\.pipe\s{0,3}\(\s{0,3}\w{1,20}\.stdin|["'](?:node:)?net["']\s{0,3}\)\s{0,3}\.(?:connect|createConnection)\b[^\n]{0,200}\.pipe\s{0,3}\(\s{0,3}\w{1,20}\.stdin|["'](?:\/bin\/)?(?:ba|z)?sh["'][^\n]{0,60}\bstdin\s{0,3}=\s{0,3}(?!subprocess|PIPE|DEVNULL|None|sys)(\w{1,20})\b[^\n]{0,30}\bstdout\s{0,3}=\s{0,3}\1\b|\bIO::Socket(?:::INET)?\b[^\n]{0,200}(?:fdopen|\bexec\s{0,3}[{("]|\bsystem\b)/gi;

/** Code that arrives encoded or from the network, and shells that are opened for others. */
export const codeExecution: TextRule = (whole, tell) => {
  const { file, report } = throughView(whole, viewAsRun(whole), tell);
  const { path, text } = file;
  const show = (
    code: "scan-encoded-command" | "scan-remote-code" | "scan-reverse-shell",
    patterns: readonly RegExp[],
    why: string,
  ): void => {
    for (const pattern of patterns) {
      for (const match of text.matchAll(pattern)) {
        const start = match.index;
        const place = file.placeAt(start);
        if (place === "data") continue;
        const inScript = place === "script";
        // Also a text about attacks shows them; a model that is told to run them does so from an example as well.
        report({
          code,
          file: path,
          start,
          end: start + match[0].length,
          severity: inScript || isLiteral(text, start) ? "high" : "medium",
          confidence: inScript ? "high" : "medium",
          why,
        });
      }
    }
  };
  if (encodedHint.test(text))
    show("scan-encoded-command", encoded, "This decodes a text and runs it, so that nobody can read what runs.");
  if (remoteHint.test(text)) show("scan-remote-code", remote, "This runs code that comes over the network.");
  if (
    /\/dev\/(?:tcp|udp)|\bn(?:c|cat|etcat)\b|mkfifo|socat|dup2|pty\.spawn|\bnet\b|IO::Socket|\bstdin\s{0,3}=/.test(text)
  )
    show("scan-reverse-shell", [reverse], "This ties a shell to a connection, so that somebody else can type into it.");
};

/** Whether the line holds what is decoded: not a way to do it, but the thing itself. */
function isLiteral(text: string, start: number): boolean {
  const line = lineBefore(text, start, 400) + lineAfter(text, start, 400);
  return /[A-Za-z0-9+/]{32,}={0,2}/.test(line);
}
