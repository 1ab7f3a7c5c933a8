import type { ScanLanguage } from "../file-kinds.ts";
import { incomplete, type Report, type TextRule } from "../report.ts";
import type { CodeUnit, ScanText } from "../scan-text.ts";
import { addressesIn, hostOf, isOwnHost } from "./hosts.ts";
import {
  isOtherHost,
  isProviderSecret,
  namedVariable,
  reads,
  secretFile,
  usesKey,
  wholeEnvironment,
} from "./secrets.ts";
import { type Statement, splitStatements, variablesOf, withoutStrings } from "./statements.ts";
import { codeFinding, leakFinding, looseFinding, type Taint, type TaintKind } from "./taint-findings.ts";
import { assigned, decodes, downloads, runsCode, scratchFiles, sends } from "./taint-patterns.ts";

const anySource =
  /\.ssh|id_(?:rsa|ed25519)|\.aws|\.netrc|\.npmrc|\.pypirc|credentials|\.docker|\.kube|\.config|\.gnupg|shadow|\.env\b|env\b|environ|declare|export|set\b|history|Chrome|Firefox|Login Data|wallet|key4|logins|b64decode|atob|base64|fromhex|decompress|requests|fetch|urlopen|axios|httpx|curl|wget|urlretrieve|auth\.json|_(?:TOKEN|PAT|KEY|PASSWORD)\b|AWS_/;
/** A request whose answer becomes a file. */
const saves = /\burlretrieve\s{0,3}\(/;
const most = 20_000;
const mostTaints = 32;

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
  const statements = splitStatements(unit.text, language);
  let isLost = statements.length > most;
  let isParted = false;
  const keep = (taints: readonly Taint[]): Taint[] => {
    const kept = [...new Map(taints.map((taint) => [keyOf(taint), taint])).values()].sort(byWeight);
    isLost ||= kept.length > mostTaints;
    return kept.slice(0, mostTaints);
  };
  for (const statement of statements.slice(0, most)) {
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
    isParted ||= statement.isCut === true && (isSend || own.length > 0);
    if (isSend && (url === undefined || !isOwnHost(hostOf(url)))) {
      sink ??= statement;
      const leak = worst(all.filter((taint) => leaks(taint, url, statement, language)));
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
      if (all.length > 0) tainted.set(name, keep(all));
      else if (!isAppend(statement.text)) tainted.delete(name);
    }
    if (all.length > 0 && (!isSend || saves.test(statement.text)))
      for (const path of scratch) tainted.set(path, keep(all));
  }
  if (isLost) report(incomplete(file.path, `a script has more than ${most} statements, or too many secrets to follow`));
  if (isParted) report(incomplete(file.path, "a statement is too long to follow what flows within it"));
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

function leaks({ kind, name }: Taint, url: string | undefined, { text }: Statement, language: ScanLanguage): boolean {
  if (kind === "file") return true;
  if (kind === "environment") return language === "sh" || !isForChild(text, language);
  return kind === "variable" && url !== undefined && !/[${<]/.test(hostOf(url)) && isOtherHost(name, url);
}

/** Whether the environment is that of a program which is started. */
function isForChild(text: string, language: ScanLanguage): boolean {
  return (
    /\b(?:spawn|exec|execFile|fork|run|call|Popen|check_output|check_call|system)\w{0,8}\s{0,3}\(/.test(text) &&
    /\benv\s{0,3}[:=]/.test(withoutStrings(text, language))
  );
}

const rank: Readonly<Record<TaintKind, number>> = { file: 0, environment: 1, variable: 2, decoded: 3, downloaded: 3 };

function byWeight(a: Taint, b: Taint): number {
  return rank[a.kind] - rank[b.kind];
}

/** Taints that would be reported alike; variables by name, because each has a provider of its own. */
function keyOf({ kind, name }: Taint): string {
  return kind === "variable" ? `variable ${name}` : kind;
}

function worst(taints: readonly Taint[]): Taint | undefined {
  return [...taints].sort(byWeight)[0];
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
