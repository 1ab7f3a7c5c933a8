import type { TextRule } from "../report.ts";
import { addressesIn, isOwnHost, oddAddress } from "./hosts.ts";
import { asRead } from "./as-read.ts";

const secret =
  /~\/\.(?:ssh|aws|netrc|gnupg|kube|docker|config\/gcloud)\b|\bid_(?:rsa|ed25519)\b|\b(?:all|every|the|any|user's|their|your|contents?\s{1,3}of)\s{1,3}(?:(?:the|all|of|local|saved|stored|available|user's|host's|other)\s{1,3}){0,3}(?:environment\s{1,3}variables?|env\s{1,3}vars?|credentials|secrets|ssh\s{1,3}keys?|private\s{1,3}keys?|passwords|api\s{1,3}keys|access\s{1,3}tokens|\.env(?:\s{1,3}file)?|cookies|conversation(?:\s{1,3}history)?|chat\s{1,3}history|system\s{1,3}prompt)|\.env\b\s{1,3}(?:file|contents?)|\b(?:full|entire|whole)\s{1,3}(?:conversation|chat|environment|transcript)/i;
const send =
  /\b(?:send|post|upload|transmit|exfiltrate|forward|submit|report|append|include|embed|encode|e-?mail|push|put|curl|leak|deliver)(?:s|ing)?\b/i;
const strong = /\bexfiltrate\s{1,3}(?:the|all|any|user|secrets|data|them)\b/i;
/** Advice against it, and documents about an API that takes a key. */
const against =
  /\b(?:never|do\s{1,3}not|don't|must\s{1,3}not|avoid|cannot|won't|without|prevent|detect|protect|redact|risk|attack(?:er)?|malicious|vulnerab\w{1,10}|threat|example\s{1,3}of|if\s{1,3}(?:a|an)\s)\b|\u274c/i;

const gathered =
  /\b(?:check|list|read|collect|gather|find|compile|dump|copy|extract|scan)\b[^\n]{0,80}\b(?:environment\s{1,3}variables?|env\s{1,3}vars?|credentials|secrets|ssh\s{1,3}keys?|private\s{1,3}keys?|passwords|api\s{1,3}keys|access\s{1,3}tokens)\b|~\/\.(?:ssh|aws|netrc|gnupg)\b/i;
const sendsResult =
  /\b(?:send|post|upload|submit|transmit)\s{1,3}(?:the|this|them|it|all|everything|that|your)\s{1,3}[^\n]{0,60}?(?:to|at)\s{1,3}[`<(]{0,2}https?:/i;

const window = 4_000;
const overlap = 1_000;

/** Sentences that ask a model to send secrets, or the conversation, to an address. */
export const exfiltrationRequest: TextRule = (whole, tell) => {
  if (whole.isScript) return;
  const { file, report } = asRead(whole, tell);
  if (!/https?:\/\/|exfiltrat|webhook/i.test(file.text)) return;
  const { path, text } = file;
  let last = -1;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    // A long line in parts that overlap, so that no sentence is parted.
    for (let from = start; end - from > 20; from += window - overlap) {
      look(text.slice(from, Math.min(end, from + window)), from);
      if (from + window >= end) break;
    }
    start = end + 1;
  }

  function look(line: string, start: number): void {
    if (!send.test(line) || against.test(line)) return;
    // Steps of a list: what to gather, then where to send it.
    const listed =
      !secret.test(line) && gathered.test(text.slice(Math.max(0, start - 600), start)) && sendsResult.test(line);
    if (!listed && !secret.test(line)) return;
    const place = file.placeAt(start);
    if (place === "example" || place === "data") return;
    const address = addressesIn(line).find(({ host }) => !isOwnHost(host));
    if (address === undefined && !strong.test(line)) return;
    const at = secret.exec(line)?.index ?? send.exec(line)?.index ?? 0;
    const odd = address === undefined ? undefined : oddAddress(address.url);
    if (start + at <= last) return;
    last = start + at;
    report({
      code: "scan-exfiltration-request",
      file: path,
      start: start + at,
      end: start + line.trimEnd().length,
      confidence: listed ? "low" : odd === undefined ? "medium" : "high",
      why: `This asks for secrets or the conversation to be sent ${address === undefined ? "away" : `to ${address.host}${odd === undefined ? "" : `, ${odd}`}`}.`,
    });
  }
};
