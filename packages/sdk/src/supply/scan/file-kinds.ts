/** What a text is written in, as far as rules care. */
export type ScanLanguage = "sh" | "python" | "js" | "powershell";

const byExtension: Readonly<Record<string, ScanLanguage>> = {
  sh: "sh",
  bash: "sh",
  zsh: "sh",
  ksh: "sh",
  fish: "sh",
  command: "sh",
  py: "python",
  pyw: "python",
  js: "js",
  mjs: "js",
  cjs: "js",
  ts: "js",
  mts: "js",
  cts: "js",
  jsx: "js",
  tsx: "js",
  ps1: "powershell",
  psm1: "powershell",
};
const byFence: Readonly<Record<string, ScanLanguage>> = {
  ...byExtension,
  shell: "sh",
  console: "sh",
  "shell-session": "sh",
  terminal: "sh",
  python: "python",
  python3: "python",
  javascript: "js",
  typescript: "js",
  node: "js",
  powershell: "powershell",
  pwsh: "powershell",
};
const otherScripts = new Set(["rb", "pl", "php", "lua", "bat", "cmd", "applescript", "scpt", "vbs", "r", "mk", "awk"]);

/** The extension of a path in lower case, without the dot; empty if it has none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** The language of a file, by its name or its first line. */
export function languageOf(path: string, text: string): ScanLanguage | undefined {
  const known = byExtension[extensionOf(path)];
  if (known !== undefined || !text.startsWith("#!")) return known;
  const line = text.slice(0, 200).split("\n", 1)[0] ?? "";
  if (/python/.test(line)) return "python";
  if (/\b(?:node|deno|bun|tsx)\b/.test(line)) return "js";
  if (/\bpwsh\b/.test(line)) return "powershell";
  return /\b(?:ba|z|k|da|fi)?sh\b/.test(line) ? "sh" : undefined;
}

/** The language that a code fence names. */
export function fenceLanguage(info: string): ScanLanguage | undefined {
  const word =
    info
      .trim()
      .split(/[\s{,]/, 1)[0]
      ?.toLowerCase() ?? "";
  return Object.hasOwn(byFence, word) ? byFence[word] : undefined;
}

/** Whether a file is there to be run: by its language, its first line, its name or its mode. */
export function isScript(path: string, text: string, executable: boolean): boolean {
  if (/\.(?:md|markdown|mdx|txt|rst)$/i.test(path)) return false;
  if (languageOf(path, text) !== undefined || text.startsWith("#!") || executable) return true;
  return (
    otherScripts.has(extensionOf(path)) || /(?:^|\/)(?:Makefile|Dockerfile|Justfile|Procfile|\.envrc)$/i.test(path)
  );
}

/** Whether a file is Markdown, or text that is read as such. */
export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown|mdx)$/i.test(path);
}
