import type { Severity } from "../../core/diagnostic.ts";
import { messageOf } from "../../core/message-of.ts";
import type { Buildable } from "../define/workflow-definition.ts";
import { AsynchronousError, type Waiting } from "./assemble-samples.ts";
import { checkDefinition } from "./check-definition.ts";
import { type LintDiagnostic, lintDiagnostic, type LintRule } from "./lint-diagnostic.ts";
import type { ReferenceFiles } from "./recording-refs.ts";
import { referenceFolder } from "./reference-folder.ts";

/** How a skill is checked. */
export interface CheckSkillOptions extends Partial<ReferenceFiles> {
  /** The skill's folder, with `references/` in it; needs a file system. `references` says the same without one. */
  readonly rootDir?: string;
  /** Tokens that a prompt may have; 2,000 if nothing is said. */
  readonly promptBudget?: number;
  /** Other severities, or `off`. */
  readonly rules?: Readonly<Partial<Record<LintRule, Severity | "off">>>;
}

const promptBudget = 2000;
/** Milliseconds for one prompt. */
const longestWait = 5000;

/**
 * Looks for mistakes in a workflow. Prompts and functions that decide are called with sample values made from the schemas;
 * actions and observers never are. What is asynchronous is not waited for, and reported as not checked.
 */
export function checkSkill(definition: Buildable, where: string | CheckSkillOptions = {}): LintDiagnostic[] {
  const { options, files, unread } = resolve(where);
  const checking = checkDefinition(definition, files, options.promptBudget ?? promptBudget);
  let turn = checking.next();
  while (turn.done !== true) {
    turn.value.catch(() => undefined);
    turn = checking.throw(new AsynchronousError("it is asynchronous; `checkSkillAsync` waits for it"));
  }
  return judge([...unread, ...turn.value], options);
}

/** As `checkSkill`, and waits for prompts that are asynchronous. */
export async function checkSkillAsync(
  definition: Buildable,
  where: string | CheckSkillOptions = {},
): Promise<LintDiagnostic[]> {
  const { options, files, unread } = resolve(where);
  const checking: Waiting<readonly LintDiagnostic[]> = checkDefinition(
    definition,
    files,
    options.promptBudget ?? promptBudget,
  );
  let turn = checking.next();
  while (turn.done !== true) {
    try {
      turn = checking.next(await inTime(turn.value));
    } catch (error) {
      turn = checking.throw(error);
    }
  }
  return judge([...unread, ...turn.value], options);
}

async function inTime(work: Promise<unknown>): Promise<unknown> {
  return new Promise((done, fail) => {
    const late = new AsynchronousError(`it took more than ${longestWait / 1000} s`);
    const timer = setTimeout(() => fail(late), longestWait);
    work.then(done, fail).finally(() => clearTimeout(timer));
  });
}

function resolve(where: string | CheckSkillOptions): {
  readonly options: CheckSkillOptions;
  readonly files: ReferenceFiles | undefined;
  readonly unread: readonly LintDiagnostic[];
} {
  const options = typeof where === "string" ? { rootDir: where } : where;
  const { rootDir, references, read } = options;
  if (references !== undefined) return { options, files: { references, ...(read && { read }) }, unread: [] };
  if (rootDir === undefined) return { options, files: undefined, unread: [] };
  let reason = "there is no file system here";
  try {
    const files = referenceFolder(rootDir);
    if (files !== undefined) return { options, files, unread: [] };
  } catch (error) {
    reason = messageOf(error);
  }
  const message = `The files in ${rootDir}/references were not checked: ${reason}.`;
  const hint = "Give their names as `references`.";
  return { options, files: undefined, unread: [lintDiagnostic("references-not-checked", message, { hint })] };
}

function judge(found: readonly LintDiagnostic[], { rules = {} }: CheckSkillOptions): LintDiagnostic[] {
  return found.flatMap((diagnostic) => {
    const severity = rules[diagnostic.rule] ?? diagnostic.severity;
    return severity === "off" ? [] : [{ ...diagnostic, severity }];
  });
}
