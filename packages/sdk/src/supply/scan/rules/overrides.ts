import type { TextRule } from "../report.ts";
import { asRead, type ReadText } from "./as-read.ts";
import { concealment, overrides } from "./words.ts";
import { lineAfter, lineBefore } from "./line-around.ts";

const allOverrides = new RegExp(overrides.source, "gi");
const allConcealment = new RegExp(concealment.source, "gi");
/** A text that is about attacks quotes them. */
const aboutAttacks =
  /\b(?:prompt.injection|jailbreak|red.team|attack(?:er|s)?|adversarial|malicious|payloads?|injection|detect(?:s|ion)?|sanitiz|exploit|e\.g\.|examples?|such as|phrases?|patterns?|refuse|reject|attempts?|instructions\s+(?:to|that))\b/i;

/** Sentences that set the host's instructions aside, or keep something from the user. */
export const instructionOverrides: TextRule = (whole, tell) => {
  if (whole.isScript) return;
  const { file, report } = asRead(whole, tell);
  const isAboutAttacks = (file.text.match(/prompt.injection|jailbreak/gi)?.length ?? 0) >= 3;
  const { path, text } = file;
  for (const [code, pattern, why] of [
    ["scan-instruction-override", allOverrides, "This tells a model to set aside what it was told."],
    ["scan-concealment", allConcealment, "This tells a model to act behind the user's back."],
  ] as const) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      const quoted = isQuoted(file, start, end);
      // Manners of speech: what is kept from the user matters.
      const harmless = code === "scan-concealment" && !isGrave(text, start, end);
      const severity =
        quoted || harmless ? "low" : isAboutAttacks || speaksOfAttacks(text, start, end) ? "medium" : "high";
      report({
        code,
        file: path,
        start,
        end,
        severity,
        ...(severity !== "high" && ({ confidence: "low" } as const)),
        why: quoted ? `${why} It stands as an example here.` : why,
      });
    }
  }
};

const opens = /(?:["`“‘«]|(?<!\w)')\s{0,2}(?:[^"'`“”‘’«»]|\b'\b){0,60}$/;
const closes = /^(?:[^"'`“”‘’«»]|\b'\b){0,80}(?:["`”»]|['’](?!\w))/;

const grave =
  /\b(?:send|sent|upload|post|transmit|exfiltrat|forward|collect|credential|token|secret|password|api.?key|private.?key|curl|https?:|script|commands?|execute|background|delet|install|\.env|\.ssh|transfer|wallet|environment)/i;

/** Whether something that matters stands nearby: what was done, or what it was done with. */
function isGrave(text: string, start: number, end: number): boolean {
  if (/\bnot\s{1,3}$|\bn't\s{1,3}$|\bno\s{1,3}$/i.test(text.slice(Math.max(0, start - 8), start))) return false;
  const paragraph = text.slice(Math.max(0, start - 300), end + 200);
  return grave.test(paragraph);
}

/** Whether the line is about attacks, or says so: anybody can, so that it does not weigh much. */
function speaksOfAttacks(text: string, start: number, end: number): boolean {
  return aboutAttacks.test(lineBefore(text, start, 200)) || aboutAttacks.test(lineAfter(text, end, 200));
}

/** Whether a sentence is shown rather than said: in a fence, or in quotes. */
function isQuoted(file: ReadText, start: number, end: number): boolean {
  const { text } = file;
  if (file.placeAt(start) === "example") return true;
  const before = lineBefore(text, start, 200);
  const after = lineAfter(text, end, 200);
  // An apostrophe is no quote.
  return opens.test(before) && closes.test(after);
}
