import type { ScanLanguage } from "../file-kinds.ts";

type ByLanguage = Readonly<Record<ScanLanguage, RegExp>>;

/** Statements that send something over the network. */
export const sends: ByLanguage = {
  sh: /(?:^|[|;&($`\s])(?:curl|wget|nc|ncat|netcat|telnet|scp|sftp|ftp|rsync|socat|dig|nslookup|http|https|httpie|aws\s{1,3}s3|gsutil|rclone)\s(?!-{1,2}(?:version|help)\b)/,
  python:
    /\b(?:requests|httpx|session|client|aiohttp|http|s)\.(?:post|put|get|patch|request)\s{0,3}\(|\burlopen\s{0,3}\(|\burllib\.request\.|\bhttp\.client\.|\.sendall\s{0,3}\(|\.sendto\s{0,3}\(|\bsock(?:et)?\w{0,10}\.send\s{0,3}\(|\bs\.send\s{0,3}\(|\.sendmail\s{0,3}\(|\.send_message\s{0,3}\(|(?:subprocess\.\w{2,20}|os\.system|os\.popen)\s{0,3}\([^\n]{0,200}\b(?:curl|wget|nc)\b|\bgethostbyname\s{0,3}\(|\.storbinary\s{0,3}\(/,
  js: /\bfetch\s{0,3}\(|\baxios\s{0,3}(?:\.\w{2,10}\s{0,3})?\(|\bhttps?\.(?:request|get)\s{0,3}\(|\bgot\s{0,3}(?:\.\w{2,10}\s{0,3})?\(|\bsendBeacon\s{0,3}\(|\bnew\s{1,3}WebSocket\s{0,3}\(|\bxhr\.send\s{0,3}\(|\b(?:req|request|socket|sock|ws|client)\.(?:write|send|end)\s{0,3}\(|\bexec(?:Sync|File|FileSync)?\s{0,3}\([^\n]{0,200}\b(?:curl|wget|nc)\b|\bdns\.(?:lookup|resolve\w{0,10})\s{0,3}\(|\bundici\.\w{2,12}\s{0,3}\(/,
  powershell:
    /\b(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm|curl|wget|UploadString|UploadFile|UploadData|Send-MailMessage)\b/i,
};

/** Statements that run a text as code. */
export const runsCode: ByLanguage = {
  sh: /(?:^|[|;&(\s])(?:eval|(?:ba|z)?sh\s{1,3}-c|source|python3?\s{1,3}-c|node\s{1,3}-e)\s|\|\s{0,3}(?:ba|z)?sh\b|(?:^|[|;&(\s])(?:(?:(?:ba|z|da)?sh|source|\.|python3?|node)\s{1,3})["']?\/(?:tmp|var\/tmp|dev\/shm)\/|(?<!\\\r?\n)^[ \t]{0,200}(?:sudo\s{1,3})?\/(?:tmp|var\/tmp|dev\/shm)\//m,
  python: /(?<![.\w])(?:exec|eval)\s{0,3}\(|\bos\.system\s{0,3}\(|\bsubprocess\.\w{2,20}\s{0,3}\(|\bos\.popen\s{0,3}\(/,
  js: /(?<![.\w])(?:eval|Function)\s{0,3}\(|\bvm\.run\w{2,20}\s{0,3}\(|\bexecSync\s{0,3}\(|\bchild_process\.\w{2,20}\s{0,3}\(|\.runInThisContext\s{0,3}\(/,
  powershell: /\b(?:iex|Invoke-Expression)\b/i,
};

/** Statements that decode something which could be code. */
export const decodes: ByLanguage = {
  sh: /\bbase64\s{1,3}(?:-d|-D|--decode)\b|\bxxd\s{1,3}-r\b/,
  python:
    /\bb(?:64|32|85)decode\s{0,3}\(|\bbytes\.fromhex\s{0,3}\(|\bzlib\.decompress\s{0,3}\(|\bcodecs\.decode\s{0,3}\([^\n]{0,200}rot|\bunhexlify\s{0,3}\(/,
  js: /\batob\s{0,3}\(|,\s{0,3}["'](?:base64|hex)["']\s{0,3}\)\s{0,3}\.toString|String\.fromCharCode\s{0,3}\(/,
  powershell: /FromBase64String/i,
};

/** Statements that download something which could be code. */
export const downloads: ByLanguage = {
  sh: /=["']?\s{0,3}(?:\$\(|`)\s{0,3}(?:curl|wget)\s/,
  python: /\b(?:requests|httpx|session)\.get\s{0,3}\(|\burl(?:open|retrieve)\s{0,3}\(/,
  js: /\bfetch\s{0,3}\(|\baxios\.get\s{0,3}\(|\bgot\s{0,3}\(/,
  powershell: /DownloadString|Invoke-WebRequest|Invoke-RestMethod/i,
};

const left: ByLanguage = {
  sh: /(?:^|[\s;&|])(?:(?:export|local|readonly|declare)\s{1,3}(?:-\w{1,3}\s{1,3})?)?([A-Za-z_]\w{0,60})\+?=(?!=)/g,
  python:
    /(?:^|[\s;(])([A-Za-z_]\w{0,60})(?:\s{0,3}\[[^\]\n]{0,80}\])?(?:\s{0,3}:\s{0,3}[\w[\], .]{1,40})?\s{0,3}(?:\+|\|)?=(?!=)|\bas\s{1,3}([A-Za-z_]\w{0,60})|\bfor\s{1,3}([A-Za-z_]\w{0,60})(?:\s{0,3},\s{0,3}([A-Za-z_]\w{0,60}))?\s{1,3}in\b|(?:^|\s)([A-Za-z_]\w{0,60})\.(?:append|update|extend|add|write)\s{0,3}\(/g,
  js: /\b(?:const|let|var)\s{1,3}([A-Za-z_$][\w$]{0,60})|(?:^|[\s;(])([A-Za-z_$][\w$]{0,60})(?:\s{0,3}\[[^\]\n]{0,80}\]|\.[\w$]{1,40})?\s{0,3}\+?=(?![=>])|(?:^|\s)([A-Za-z_$][\w$]{0,60})\.(?:push|set|append|write)\s{0,3}\(|\bconst\s{1,3}\{\s{0,3}([A-Za-z_$][\w$]{0,60})/g,
  powershell: /\$([A-Za-z_]\w{0,60})\s{0,3}\+?=/g,
};

/** The variables that a statement fills. In a call, keyword arguments are none. */
export function assigned(text: string, language: ScanLanguage): string[] {
  const upToCall =
    language === "python" && !/\b(?:as|for)\b/.test(text)
      ? text.slice(0, Math.max(text.indexOf("("), 0) || undefined)
      : text;
  const head = language === "python" && /\.(?:append|update|extend|add|write)\s{0,3}\(/.test(text) ? text : upToCall;
  return [...head.matchAll(left[language])].flatMap((match) => match.slice(1).filter((name) => name !== undefined));
}

/** Files for passing things on, which are followed as if they were variables. */
export function scratchFiles(text: string): string[] {
  return text.includes("/") ? (text.match(/\/(?:tmp|var\/tmp|dev\/shm)\/[\w.-]{1,80}/g) ?? []) : [];
}
