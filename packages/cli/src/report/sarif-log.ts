import { stringifyJson } from "./stringify-json.ts";

/** The level of a result or a notification. */
export type SarifLevel = "error" | "warning" | "note";

/** A rule, as services list it. */
export interface SarifRule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly fullDescription?: { readonly text: string };
  readonly help?: { readonly text: string };
  readonly defaultConfiguration: { readonly level: SarifLevel };
  readonly properties: object;
}

/** One place where a rule found something. */
export interface SarifResult {
  readonly ruleId: string;
  readonly level: SarifLevel;
  readonly text: string;
  readonly location: object;
  /** Whatever else the standard has for a result. */
  readonly more?: object;
}

/** Something about the run itself. */
export interface SarifNotification {
  readonly level: SarifLevel;
  readonly text: string;
  readonly location: object;
}

/** One run of one tool. */
export interface SarifRun {
  readonly tool: string;
  readonly version: string;
  readonly rules: readonly SarifRule[];
  readonly results: readonly SarifResult[];
  /** Absent where problems are results. */
  readonly notifications?: readonly SarifNotification[];
}

/** A log as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), for code scanning services. */
export function sarifLog({ tool, version, rules, results, notifications }: SarifRun): string {
  const indexes = new Map(rules.map(({ id }, at) => [id, at]));
  const toResult = ({ ruleId, level, text, location, more }: SarifResult): object => {
    const ruleIndex = indexes.get(ruleId);
    const rule = ruleIndex === undefined ? { ruleId } : { ruleId, ruleIndex };
    return { ...rule, level, message: { text }, locations: [location], ...more };
  };
  const toNotification = ({ level, text, location }: SarifNotification): object => ({
    level,
    message: { text },
    locations: [location],
  });
  const invocations = notifications && [
    {
      executionSuccessful: notifications.length === 0,
      toolExecutionNotifications: notifications.map(toNotification),
    },
  ];
  return stringifyJson({
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: tool, version, semanticVersion: version, rules } },
        columnKind: "utf16CodeUnits",
        ...(invocations !== undefined && { invocations }),
        results: results.map(toResult),
      },
    ],
  });
}
