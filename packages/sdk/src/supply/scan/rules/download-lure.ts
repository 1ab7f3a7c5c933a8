import type { TextRule } from "../report.ts";

const locked =
  /\.(?:zip|rar|7z|exe|dmg|pkg|msi)\b[^\n]{0,200}\b(?:pass(?:word|code|phrase)?|pwd)\b\s{0,3}[:=`'"(]|\b(?:extract|unzip|unpack|decompress)\b[^\n]{0,40}\b(?:using|with)\s{1,3}(?:the\s{1,3})?(?:pass(?:word|code|phrase)?|pwd)\b\s{0,3}(?:is\s{1,3})?[:=`'"(]/gi;
const pasted =
  /\b(?:visit|open|go\s{1,3}to|copy|see|use|from|follow|get)\b[^\n]{0,120}https?:\/\/(?:www\.)?(?:glot\.io|pastebin\.com|rentry\.(?:co|org)|paste\.ee|hastebin\.com|dpaste\.(?:com|org)|ghostbin\.\w{2,6}|justpaste\.it|controlc\.com|write\.as|telegra\.ph)\/[^\n]{0,200}\b(?:execute|run|paste|terminal|install(?:ation)?|command)\b/gi;
const pasteIt =
  /\b(?:copy|paste)\s{1,3}(?:the\s{1,3}|this\s{1,3})?(?:command|code|line|script|it)\b[^\n]{0,60}\b(?:paste|into|in)\b[^\n]{0,30}\b(?:terminal|powershell|command\s{1,3}prompt|cmd|shell|console)\b/gi;
const nearby = /base64\s{1,3}-[dD]|https?:\/\/(?:\d{1,3}\.){3}\d{1,3}|\|\s{0,4}(?:ba|z)?sh\b|-enc(?:odedcommand)?\s/i;

/** Prerequisites that make a person download and run something nobody can look into. */
export const downloadLure: TextRule = (file, report) => {
  if (!file.isMarkdown) return;
  const { path, text } = file;
  const show = (start: number, end: number, why: string): void => {
    const isExample = file.placeAt(start) === "example";
    report({
      code: "scan-download-lure",
      file: path,
      start,
      end,
      ...(isExample && ({ severity: "medium", confidence: "low" } as const)),
      why,
    });
  };
  if (/\.(?:zip|rar|7z|exe|dmg|pkg|msi)\b|extract|unzip|unpack/i.test(text))
    for (const match of text.matchAll(locked)) {
      const around = text.slice(Math.max(0, match.index - 300), match.index + match[0].length + 200);
      // A tool for locked archives has no address to download one from.
      if (/https?:\/\//.test(around) && /\b(?:run|execute|launch|install|open|start)\b/i.test(around))
        show(
          match.index,
          match.index + match[0].length,
          "This has an archive downloaded that is locked with a password, so that no scanner can look into it, and run.",
        );
    }
  if (/glot\.io|paste|rentry|bin\.|controlc|write\.as|telegra\.ph/i.test(text)) {
    for (const match of text.matchAll(pasted))
      show(
        match.index,
        match.index + match[0].length,
        "This has a command run that stands on a page which anybody can change.",
      );
    for (const match of text.matchAll(pasteIt))
      if (nearby.test(text.slice(Math.max(0, match.index - 600), match.index)))
        show(
          match.index,
          match.index + match[0].length,
          "This talks a person into pasting a command that hides what it does.",
        );
  }
};
