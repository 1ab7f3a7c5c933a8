import type { TextRule } from "../report.ts";
import { codeExecution } from "./code-execution.ts";
import { commandExpansion } from "./command-expansion.ts";
import { downloadLure } from "./download-lure.ts";
import { encodedBlob } from "./encoded-blob.ts";
import { exfiltrationRequest } from "./exfiltration-request.ts";
import { hiddenInstruction } from "./hidden-instruction.ts";
import { hiddenText } from "./hidden-text.ts";
import { inducedExecution } from "./induced-execution.ts";
import { manifestRules } from "./manifest.ts";
import { nameImitation } from "./name-imitation.ts";
import { instructionOverrides } from "./overrides.ts";
import { pathEscape } from "./path-escape.ts";
import { persistence } from "./persistence.ts";
import { pipeToShell } from "./pipe-to-shell.ts";
import { suspiciousUrl } from "./suspicious-url.ts";
import { svgScript } from "./svg-script.ts";
import { taint } from "./taint.ts";
import { unpinnedInstall } from "./unpinned-install.ts";

/** Every rule about a text. */
export const TEXT_RULES: readonly TextRule[] = [
  hiddenText,
  hiddenInstruction,
  instructionOverrides,
  exfiltrationRequest,
  commandExpansion,
  pipeToShell,
  downloadLure,
  codeExecution,
  encodedBlob,
  taint,
  unpinnedInstall,
  pathEscape,
  persistence,
  suspiciousUrl,
  manifestRules,
  nameImitation,
  inducedExecution,
  svgScript,
];
