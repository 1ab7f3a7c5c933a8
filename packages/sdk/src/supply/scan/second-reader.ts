import { fingerprintOf, normalLines } from "./fingerprint.ts";
import { cut } from "./excerpt.ts";
import { lower } from "./report.ts";
import { SCAN_RULES } from "./scan-rules.ts";
import type { ReaderOutcome, ScanFinding, ScanSeverity } from "./types.ts";

/** What a second reader gets to see. Everything in it comes from the skill: a prompt must mark it as data. */
export interface SecondReaderRequest {
  readonly skill: string;
  readonly findings: readonly ScanFinding[];
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** An opinion on a finding of the rules. */
export interface SecondOpinion {
  readonly fingerprint: string;
  readonly verdict: "confirm" | "doubt";
  readonly reason: string;
}

/** Something the rules did not find. */
export interface AdditionalFinding {
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  readonly severity?: ScanSeverity;
  readonly why: string;
}

/** Reads a skill after the rules; usually a model. */
export type SecondReader = (
  request: SecondReaderRequest,
  options: { readonly signal?: AbortSignal },
) => Promise<readonly (SecondOpinion | AdditionalFinding)[]>;

const mostAnswers = 200;

/** Asks, and takes from the answer what may count: a hostile skill may have talked the reader into anything. */
export async function askSecondReader(
  reader: SecondReader,
  request: SecondReaderRequest,
  signal: AbortSignal | undefined,
): Promise<{ readonly findings: readonly ScanFinding[]; readonly outcome: ReaderOutcome }> {
  const outcome = { confirmed: 0, doubted: 0, added: 0, ignored: 0 };
  let answers: readonly unknown[];
  try {
    const answer: unknown = await reader(request, signal === undefined ? {} : { signal });
    if (!Array.isArray(answer)) throw new TypeError("it answered with something that is not a list");
    answers = answer;
  } catch (error) {
    signal?.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    return { findings: request.findings, outcome: { ...outcome, error: cut(message, 200) } };
  }
  outcome.ignored = Math.max(0, answers.length - mostAnswers);
  const findings = [...request.findings];
  for (const answer of answers.slice(0, mostAnswers)) {
    const opinion = toOpinion(answer);
    const more = opinion === undefined ? toAdditional(answer, request) : undefined;
    if (opinion !== undefined) {
      const changed = remark(findings, opinion);
      if (!changed) outcome.ignored++;
      else if (opinion.verdict === "doubt") outcome.doubted++;
      else outcome.confirmed++;
    } else if (more !== undefined) {
      findings.push(await toFinding(more, request));
      outcome.added++;
    } else outcome.ignored++;
  }
  return { findings, outcome };
}

/** Notes an opinion once per finding; a doubt lowers the confidence by one step and nothing else. */
function remark(findings: ScanFinding[], { fingerprint, verdict, reason }: SecondOpinion): boolean {
  let changed = false;
  for (const [at, finding] of findings.entries()) {
    if (finding.fingerprint !== fingerprint || finding.reader !== undefined) continue;
    const { confidence: ruleConfidence } = finding;
    const confidence = verdict === "doubt" ? lower(ruleConfidence) : ruleConfidence;
    findings[at] = { ...finding, confidence, reader: { verdict, reason: cut(reason, 400), ruleConfidence } };
    changed = true;
  }
  return changed;
}

function toOpinion(answer: unknown): SecondOpinion | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { fingerprint, verdict, reason } = answer as Record<string, unknown>;
  if (typeof fingerprint !== "string" || typeof reason !== "string") return undefined;
  return verdict === "confirm" || verdict === "doubt" ? { fingerprint, verdict, reason } : undefined;
}

function toAdditional(answer: unknown, { files }: SecondReaderRequest): AdditionalFinding | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { file, line, severity, why } = answer as Record<string, unknown>;
  const known = files.find(({ path }) => path === file);
  if (known === undefined || typeof why !== "string" || why.trim() === "") return undefined;
  const lines = known.text.split("\n").length;
  const isLine = typeof line === "number" && Number.isSafeInteger(line) && line >= 1 && line <= lines;
  const isSeverity = severity === "high" || severity === "medium" || severity === "low";
  return { file: known.path, why, ...(isLine && { line }), ...(isSeverity && { severity }) };
}

async function toFinding(
  { file, line, severity, why }: AdditionalFinding,
  request: SecondReaderRequest,
): Promise<ScanFinding> {
  const { title, severity: usual, confidence, advice } = SCAN_RULES["scan-second-reader"];
  const text = request.files.find(({ path }) => path === file)?.text.split("\n")[(line ?? 0) - 1] ?? "";
  const place = line === undefined ? {} : { line, column: 1, length: Math.max(1, text.length) };
  const fingerprint = await fingerprintOf({
    code: "scan-second-reader",
    skill: request.skill,
    path: file,
    severity: severity ?? usual,
    place: line === undefined ? "" : "line",
    evidence: text === "" ? why : normalLines(text),
    occurrence: 1,
  });
  return {
    code: "scan-second-reader",
    title,
    severity: severity ?? usual,
    confidence,
    file,
    ...place,
    excerpt: cut(text),
    // Whose words these are must show wherever they are shown.
    why: `A second reader says: ${cut(why, 400)}`,
    advice,
    fingerprint,
  };
}
