import type { ReportedDiagnostic } from "../check/reported-diagnostic.ts";
import { jsonDocument } from "./json-document.ts";
import type { CreateReporter } from "./reporter.ts";

/** Report for programs; its shape is public API, versioned by `version`. */
export const createJsonReporter: CreateReporter = ({ quiet }) => {
  const skills: object[] = [];
  return {
    skill({ path, name, valid, diagnostics }) {
      const shown = quiet ? diagnostics.filter(({ severity }) => severity === "error") : diagnostics;
      skills.push({ path, name, valid, diagnostics: shown.map(toJson) });
      return "";
    },
    end({ skills: count, valid, errors, warnings, fixed }, { ok }) {
      return jsonDocument(ok, { summary: { skills: count, valid, errors, warnings, fixed }, skills });
    },
  };
};

function toJson({ code, severity, message, field, line, column, fix, step, hint }: ReportedDiagnostic): object {
  return {
    code,
    severity,
    message,
    field: field ?? null,
    line: line ?? null,
    column: column ?? null,
    fixable: fix !== undefined,
    // Of workflows alone.
    ...(step !== undefined && { step }),
    ...(hint !== undefined && { hint }),
  };
}
