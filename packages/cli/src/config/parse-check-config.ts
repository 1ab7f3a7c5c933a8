import {
  DIAGNOSTIC_CODES,
  JsonSyntaxError,
  locateJson,
  type RuleSettings,
  type Severity,
  type SkillProfile,
} from "@tradecraft/sdk";
import type { LintRule } from "@tradecraft/sdk/workflow";
import { suggestion } from "../args/closest.ts";
import type { BuiltRule } from "../check/built/built-rules.ts";
import { PROFILES } from "../check/profiles.ts";
import { UsageError } from "../usage-error.ts";

/** Severities of rules: of those about SKILL.md, and of those about workflows and what is built of them. */
export type CheckRules = RuleSettings & Readonly<Partial<Record<LintRule | BuiltRule, Severity | "off">>>;

/** The `check` section of a `tradecraft.json`. */
export interface CheckConfig {
  readonly profile?: SkillProfile;
  readonly rules?: CheckRules;
  readonly ignore?: readonly string[];
  readonly maxWarnings?: number;
}

const keys = ["profile", "rules", "ignore", "maxWarnings"] as const;
const settings: readonly string[] = ["off", "info", "warning", "error"] satisfies (Severity | "off")[];

/**
 * Reads the `check` section; a mistake is a `UsageError` with file, line and column. Other sections are not looked at.
 * `more` are rules beside those about SKILL.md.
 */
export function parseCheckConfig(text: string, file: string, more: readonly string[] = []): CheckConfig {
  const codes = [...Object.keys(DIAGNOSTIC_CODES), ...more];
  const fail = (message: string, offset: number): never => {
    throw new UsageError("config-invalid", `${position(text, file, offset)}: ${message}`);
  };
  let json: ReturnType<typeof locateJson>;
  try {
    json = locateJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return fail(`not valid JSON: ${error.message}`, error.offset);
  }
  const refuse = (path: readonly string[], message: string, key = false): never =>
    fail(message, json.offsetOf(path, key));

  const root = isObject(json.value) ? json.value : refuse([], "a tradecraft.json must be an object");
  const check = root["check"];
  if (check === undefined) return {};
  if (!isObject(check)) return refuse(["check"], '"check" must be an object');
  for (const key of Object.keys(check)) {
    if ((keys as readonly string[]).includes(key)) continue;
    refuse(["check", key], `unknown key ${JSON.stringify(key)} in "check"${suggestion(key, keys)}`, true);
  }

  const { profile, rules, ignore, maxWarnings } = check;
  if (profile !== undefined && !isProfile(profile)) {
    refuse(
      ["check", "profile"],
      `"profile" must be one of ${PROFILES.join(", ")}${suggestion(typeof profile === "string" ? profile : "", PROFILES)}`,
    );
  }
  if (rules !== undefined && !isObject(rules))
    refuse(["check", "rules"], '"rules" must be an object of code and severity');
  for (const [code, setting] of Object.entries(isObject(rules) ? rules : {})) {
    const path = ["check", "rules", code];
    if (!codes.includes(code)) {
      refuse(path, `unknown rule ${JSON.stringify(code)}${suggestion(code, codes)}`, true);
    }
    if (typeof setting !== "string" || !settings.includes(setting)) {
      refuse(path, `rule ${JSON.stringify(code)} must be one of ${settings.join(", ")}`);
    }
  }
  if (ignore !== undefined && !Array.isArray(ignore)) refuse(["check", "ignore"], '"ignore" must be a list of paths');
  for (const [index, pattern] of (Array.isArray(ignore) ? ignore : []).entries()) {
    if (typeof pattern === "string" && pattern !== "") continue;
    refuse(["check", "ignore", String(index)], 'each path in "ignore" must be a non-empty string');
  }
  if (maxWarnings !== undefined && !(Number.isSafeInteger(maxWarnings) && (maxWarnings as number) >= 0)) {
    refuse(["check", "maxWarnings"], '"maxWarnings" must be a whole number, 0 or more');
  }
  return { ...(check as CheckConfig) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isProfile(value: unknown): value is SkillProfile {
  return typeof value === "string" && (PROFILES as readonly string[]).includes(value);
}

function position(text: string, file: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return `${file}:${line}:${offset - before.lastIndexOf("\n")}`;
}
