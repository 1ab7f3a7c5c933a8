import type { ScanLanguage } from "../file-kinds.ts";
import type { RawFinding, Report, TextRule } from "../report.ts";
import type { CodeUnit, ScanText } from "../scan-text.ts";
import { addressesIn, isOwnHost, oddAddress } from "./hosts.ts";
import {
  isOtherHost,
  isProviderSecret,
  namedVariable,
  reads,
  secretFile,
  usesKey,
  wholeEnvironment,
} from "./secrets.ts";
import { type Statement, splitStatements, variablesOf } from "./statements.ts";
import { assigned, decodes, downloads, runsCode, scratchFiles, sends } from "./taint-patterns.ts";

type Kind = "file" | "environment" | "variable" | "decoded" | "downloaded";

interface Taint {
  readonly kind: Kind;
  readonly name: string;
  readonly statement: Statement;
}

const anySource =
  /\.ssh|id_(?:rsa|ed25519)|\.aws|\.netrc|\.npmrc|\.pypirc|credentials|\.docker|\.kube|\.config|\.gnupg|shadow|\.env\b|env\b|environ|declare|export|set\b|history|Chrome|Firefox|Login Data|wallet|key4|logins|b64decode|atob|base64|fromhex|decompress|requests|fetch|urlopen|axios|httpx|auth\.json/;
const most = 5_000;

/** Follows secrets to the network, and foreign code to where it runs: statement by statement, through variables and files. */
export const taint: TextRule = (file, report) => {
  for (const unit of file.units) if (anySource.test(unit.text)) followUnit(file, unit, report);
};

function followUnit(file: ScanText, unit: CodeUnit, report: Report): void {
  const { language } = unit;
  const hasSink = sends[language].test(unit.text) || runsCode[language].test(unit.text);
  if (!hasSink) return;
  const tainted = new Map<string, Taint[]>();
  const addresses = new Map<string, string>();
  const loose: Taint[] = [];
  let flows = false;
  let sink: Statement | undefined;
  for (const statement of splitStatements(unit.text, language).slice(0, most)) {
    const own = sourcesOf(statement, language);
    const used = variablesOf(valueOf(statement.text, language), language);
    const scratch = scratchFiles(statement.text);
    const carried = [...used, ...scratch].flatMap((name) => tainted.get(name) ?? []);
    const all = [...own, ...carried];
    loose.push(...own.filter(isRead));
    const url =
      addressesIn(statement.text)[0]?.url ??
      [...used].map((name) => addresses.get(name)).find((known) => known !== undefined);
    const isSend = sends[language].test(statement.text);
    if (isSend && (url === undefined || !isOwnHost(hostName(url)))) {
      sink ??= statement;
      const leak = worst(all.filter((taint) => leaks(taint, url, statement)));
      if (leak !== undefined) {
        flows = true;
        report(leakFinding(file, unit, leak, statement, url));
      }
    }
    if (runsCode[language].test(statement.text)) {
      const code = carried.find(({ kind }) => kind === "decoded" || kind === "downloaded");
      if (code !== undefined) report(codeFinding(file, unit, code, statement));
    }
    const names = assigned(statement.text, language);
    const literal = addressesIn(statement.text)[0]?.url;
    for (const name of names) {
      if (literal !== undefined) addresses.set(name, literal);
      // What is assigned anew and clean is clean.
      if (all.length > 0) tainted.set(name, all.slice(0, 8));
      else if (!isAppend(statement.text)) tainted.delete(name);
    }
    if (all.length > 0 && !isSend) for (const path of scratch) tainted.set(path, all.slice(0, 8));
  }
  const first = loose[0];
  if (!flows && sink !== undefined && first !== undefined) report(looseFinding(file, unit, first));
}

function sourcesOf(statement: Statement, language: ScanLanguage): Taint[] {
  const { text } = statement;
  const found: Taint[] = [];
  const plain = text.replace(usesKey, " ");
  const secret = secretFile.exec(plain);
  if (secret !== null) found.push({ kind: "file", name: secret[0].replaceAll(/["'\\]/g, ""), statement });
  if (wholeEnvironment[language].test(text)) found.push({ kind: "environment", name: "the environment", statement });
  for (const [, name = ""] of text.matchAll(namedVariable[language]))
    if (isProviderSecret(name)) found.push({ kind: "variable", name, statement });
  if (/\bgh\s{1,3}auth\s{1,3}token\b/.test(text)) found.push({ kind: "variable", name: "GITHUB_TOKEN", statement });
  if (decodes[language].test(text)) found.push({ kind: "decoded", name: "", statement });
  if (downloads[language].test(text)) found.push({ kind: "downloaded", name: "", statement });
  return found;
}

/** Whether a source is worth a word without a flow: a file that is read, an environment that is made into a text. */
function isRead({ kind, statement: { text } }: Taint): boolean {
  if (kind === "file")
    return reads.test(text.replace(usesKey, " ")) && !/\.env\b/.test(text) && !/\.(?:npmrc|pypirc)\b/.test(text);
  return (
    kind === "environment" &&
    !/\.copy\s{0,3}\(|\.\.\.process\.env|\*\*os\.environ|\benv\s{0,3}[:=]|grep|=\s{0,3}(?:process\.env|os\.environ)\s{0,3};?\s{0,3}$/.test(
      text,
    )
  );
}

function leaks({ kind, name }: Taint, url: string | undefined, statement: Statement): boolean {
  if (kind === "file") return true;
  if (kind === "environment") return !/\benv\s{0,3}[:=]/.test(statement.text);
  return kind === "variable" && url !== undefined && !/[${<]/.test(hostName(url)) && isOtherHost(name, url);
}

function worst(taints: readonly Taint[]): Taint | undefined {
  const rank: Readonly<Record<Kind, number>> = { file: 0, environment: 1, variable: 2, decoded: 3, downloaded: 3 };
  return [...taints].sort((a, b) => rank[a.kind] - rank[b.kind])[0];
}

function place(file: ScanText, unit: CodeUnit, { start, text }: Statement): Pick<RawFinding, "file" | "start" | "end"> {
  const from = unit.start + start + (text.length - text.trimStart().length);
  return { file: file.path, start: from, end: unit.start + start + text.trimEnd().length };
}

function leakFinding(
  file: ScanText,
  unit: CodeUnit,
  taint: Taint,
  sink: Statement,
  url: string | undefined,
): RawFinding {
  const what =
    taint.kind === "file"
      ? `a credential file (${taint.name})`
      : taint.kind === "environment"
        ? "the whole environment"
        : `$${taint.name}`;
  const odd = url === undefined ? undefined : oddAddress(url);
  const where = url === undefined ? "the network" : odd === undefined ? hostName(url) : `${hostName(url)}, ${odd}`;
  const isHeader = taint.kind === "variable" && odd === undefined && /authorization|api-key|bearer/i.test(sink.text);
  const isExample = unit.place === "example";
  return {
    code: "scan-secret-exfiltration",
    ...place(file, unit, sink),
    severity: isHeader ? "medium" : "high",
    confidence: isHeader ? "low" : isExample || taint.kind === "variable" ? "medium" : "high",
    why: `This sends ${what} to ${where}.`,
    evidence: `${taint.statement.text}\n${sink.text}`,
  };
}

function codeFinding(file: ScanText, unit: CodeUnit, { kind, statement }: Taint, sink: Statement): RawFinding {
  const isDecoded = kind === "decoded";
  return {
    code: isDecoded ? "scan-encoded-command" : "scan-remote-code",
    ...place(file, unit, sink),
    severity: unit.place === "script" ? "high" : "medium",
    confidence: "medium",
    why: isDecoded ? "This runs what was decoded before." : "This runs what was downloaded before.",
    evidence: `${statement.text}\n${sink.text}`,
  };
}

function looseFinding(file: ScanText, unit: CodeUnit, { kind, name, statement }: Taint): RawFinding {
  return {
    code: "scan-secret-with-network",
    ...place(file, unit, statement),
    severity: unit.place === "script" ? "medium" : "low",
    why: `${kind === "file" ? `A credential file (${name})` : "The whole environment"} is read here, and the same code uses the network.`,
  };
}

/** What a plain assignment assigns; other statements whole. Shells mark what they use. */
function valueOf(text: string, language: ScanLanguage): string {
  if (language === "sh" || language === "powershell") return text;
  const target = /^\s{0,200}(?:(?:const|let|var)\s{1,3})?[A-Za-z_$][\w$]{0,60}\s{0,3}=(?![=>])/.exec(
    text.slice(0, 300),
  );
  return target === null ? text : text.slice(target[0].length);
}

function isAppend(text: string): boolean {
  return /\+=|\.(?:append|push|update|extend|add|set|write)\s{0,3}\(|\]\s{0,3}=/.test(text);
}

function hostName(url: string): string {
  return /^[a-z]+:\/\/(?:[^/@\s]{0,200}@)?([^/?#\s:]{0,200})/i.exec(url)?.[1] ?? "";
}
