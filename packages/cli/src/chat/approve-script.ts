import type { ApproveScript, ScriptApprovalRequest } from "@tradecraft/sdk";
import type { SandboxState } from "../run/render-plan.ts";
import type { Colors } from "../text/colors.ts";
import { visible } from "../text/visible.ts";
import type { TurnKeys } from "./terminal/turn-keys.ts";

export interface ApproveScriptOptions {
  /** Keys of the turn that runs; nobody can be asked without them. */
  readonly keys: () => TurnKeys | undefined;
  readonly sandbox: () => Promise<SandboxState>;
  readonly colors: Colors;
  /** Writes lines below what is shown already. */
  readonly print: (text: string) => void;
  /** Writes as it is: the question ends without a line end, and the answer ends it. */
  readonly write: (text: string) => void;
  /** Keeps others from writing while the question stands. */
  readonly hold?: () => () => void;
}

/** Asks a person about each script; no answer is a no. */
export function approveScript({ keys, sandbox, colors, print, write, hold }: ApproveScriptOptions): ApproveScript {
  return async (request) => {
    const turn = keys();
    if (turn === undefined) {
      const { skill, script } = request;
      print(`approval-denied: ${visible(`${skill}/${script}`)} was not run: nobody can be asked here`);
      return false;
    }
    const lines = renderRequest(request, await sandbox());
    let isAsked = false;
    let release: (() => void) | undefined;
    const key = await turn.choose("yan\r", () => {
      print([colors.yellow(lines[0] ?? ""), ...lines.slice(1)].join("\n"));
      write(`  ${colors.bold("Run it?")} y = once, a = always for this content, n = no › `);
      isAsked = true;
      release = hold?.();
    });
    const word = key === "y" ? "once" : key === "a" ? "always" : "no";
    // A turn that was called off before it was asked has no line to end.
    if (isAsked) write(`${word}\n`);
    release?.();
    return key === "a" ? "always" : key === "y";
  };
}

/** What would run, whole: who agrees must see it. */
export function renderRequest(
  { skill, script, args, stdin, digest }: ScriptApprovalRequest,
  sandbox: SandboxState,
): string[] {
  return [
    `? ${visible(skill)} wants to run ${visible(script)}${args.map((arg) => ` ${visible(JSON.stringify(arg))}`).join("")}`,
    ...(stdin === undefined ? [] : [`  input    ${visible(JSON.stringify(stdin))}`]),
    `  content  ${visible(digest.slice(0, 19))}`,
    `  sandbox  ${sandbox.sandboxed ? visible(sandbox.detail) : `NONE: ${visible(sandbox.detail)}`}`,
  ];
}
