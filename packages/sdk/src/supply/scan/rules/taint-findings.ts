import type { RawFinding } from "../report.ts";
import type { CodeUnit, ScanText } from "../scan-text.ts";
import { hostOf, oddAddress } from "./hosts.ts";
import type { Statement } from "./statements.ts";

/** What a value was made from. */
export type TaintKind = "file" | "environment" | "variable" | "decoded" | "downloaded";

/** Something that flows from statement to statement. */
export interface Taint {
  readonly kind: TaintKind;
  readonly name: string;
  readonly statement: Statement;
}

function place(file: ScanText, unit: CodeUnit, { start, text }: Statement): Pick<RawFinding, "file" | "start" | "end"> {
  const from = unit.start + start + (text.length - text.trimStart().length);
  return { file: file.path, start: from, end: unit.start + start + text.trimEnd().length };
}

/** A secret that goes to the network. */
export function leakFinding(
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
  const where = url === undefined ? "the network" : odd === undefined ? hostOf(url) : `${hostOf(url)}, ${odd}`;
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

/** Foreign code that is run. */
export function codeFinding(file: ScanText, unit: CodeUnit, { kind, statement }: Taint, sink: Statement): RawFinding {
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

/** A secret that is read where the network is used. */
export function looseFinding(file: ScanText, unit: CodeUnit, { kind, name, statement }: Taint): RawFinding {
  return {
    code: "scan-secret-with-network",
    ...place(file, unit, statement),
    severity: unit.place === "script" ? "medium" : "low",
    why: `${kind === "file" ? `A credential file (${name})` : "The whole environment"} is read here, and the same code uses the network.`,
  };
}
