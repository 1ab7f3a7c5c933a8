import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Approval, type ApprovalStore, SkillError } from "@tradecraft/sdk";
import { fileApprovalStore } from "@tradecraft/sdk/node";
import type { CommandRun, ParsedArgs } from "../args/command.ts";
import type { CliIo } from "../io.ts";
import { jsonDocument } from "../report/json-document.ts";
import { tellError } from "../report/tell-error.ts";
import { ask } from "../run/ask.ts";
import { createColors } from "../text/colors.ts";
import { plural } from "../text/plural.ts";
import { terminalWidth } from "../text/terminal-width.ts";
import { visible } from "../text/visible.ts";
import { planTrust, type TrustPlan } from "../trust/plan-trust.ts";
import { kindOf, renderApprovals } from "../trust/render-approvals.ts";
import { UsageError } from "../usage-error.ts";

const mostFiles = 20;

/** `tradecraft trust`: lists, gives and takes back approvals, each bound to content. */
export const runTrust: CommandRun = async (args, io) => {
  const [what = "", named] = args.positionals;
  const store = fileApprovalStore(undefined, { ...io.env });
  const json = args.flags.has("json");
  try {
    if (what === "list" && named === undefined) return await list(store, args, io);
    if (what === "add" && named !== undefined) return await add(store, named, args, io);
    if (what === "remove" && named !== undefined) return await remove(store, named, json, io);
  } catch (error) {
    if (!SkillError.is(error)) throw error;
    tellError({ code: error.code, message: error.message }, io, json);
    return 1;
  }
  throw new UsageError("argument-unexpected", "trust takes: list, add <skill|folder>, or remove <skill|folder>");
};

async function list(store: ApprovalStore, args: ParsedArgs, io: CliIo): Promise<number> {
  const approvals = ((await store.list?.()) ?? []).filter((approval) => kindOf(approval) !== undefined);
  if (args.flags.has("json")) {
    io.stdout.write(jsonDocument(true, { approvals: approvals.map(toJson) }));
  } else if (approvals.length === 0) io.stderr.write("tradecraft: Nothing was agreed to yet\n");
  else
    io.stdout.write(
      renderApprovals(approvals, createColors(io, io.stdout, args.flags.has("no-color")), terminalWidth(io.stdout)),
    );
  return 0;
}

async function add(store: ApprovalStore, named: string, { flags, values }: ParsedArgs, io: CliIo): Promise<number> {
  const plan = await planTrust(named, { folder: values.get("in"), script: values.get("script") }, io);
  const { approval } = plan;
  const isKnown = await store.has(approval);
  if (!isKnown && !flags.has("yes")) {
    io.stderr.write(renderTrustPlan(plan));
    if (process.stdin.isTTY !== true || io.stderr.isTTY !== true) {
      return tellRefusal("Nobody can be asked here; look at what it is, then add --yes", flags.has("json"), io);
    }
    const answer = await ask("Agree, while its content stays the same? [y]es, [N]o: ", {
      input: process.stdin,
      output: process.stderr,
    });
    if (answer === "no") return tellRefusal("Nothing was agreed to", flags.has("json"), io);
  }
  if (!isKnown) await store.add(approval);
  if (flags.has("json")) io.stdout.write(jsonDocument(true, { approval: toJson(approval) }));
  else
    io.stdout.write(
      isKnown ? "This was agreed to before.\n" : `${renderTrustPlan(plan)}Agreed, until any of it changes.\n`,
    );
  return 0;
}

async function remove(store: ApprovalStore, named: string, json: boolean, io: CliIo): Promise<number> {
  const path = resolve(io.cwd, named);
  const approvals = ((await store.list?.()) ?? []).filter((approval) => kindOf(approval) !== undefined);
  const skill = [named, path, await realPathOf(path)].find((wanted) =>
    approvals.some((approval) => approval.skill === wanted),
  );
  if (skill === undefined)
    throw new SkillError(
      "skill-unknown",
      `Nothing was agreed to for "${named.slice(0, 100)}"; see: tradecraft trust list`,
    );
  const removed = approvals.filter((approval) => approval.skill === skill);
  await store.revoke(skill);
  io.stdout.write(
    json
      ? jsonDocument(true, { removed: removed.map(toJson) })
      : `${plural(removed.length, "agreement")} taken back: ${visible(skill)}\n`,
  );
  return 0;
}

function toJson(approval: Approval): object {
  return { kind: kindOf(approval), ...approval };
}

function tellRefusal(message: string, json: boolean, io: CliIo): number {
  tellError({ code: "approval-denied", message }, io, json);
  return 2;
}

/** Where a path really leads; of what is gone by now, as far as there still is something. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPathOf(parent), basename(path));
  }
}

/** What would be agreed to, for the person who decides. */
function renderTrustPlan({ approval: { action, skill, digest }, at, files, skills }: TrustPlan): string {
  const facts = [
    ["of", skill],
    ["at", at],
    ["may", action],
    ["content", digest],
  ];
  const lines = facts.flatMap(([label = "", value]) => (value ? [`${label.padEnd(9)}${visible(value)}`] : []));
  const shown =
    skills ?? files.map(({ path, size, executable }) => `${path} (${size} bytes${executable ? ", executable" : ""})`);
  if (skills !== undefined) lines.push(`skills   ${skills.length}, with ${plural(files.length, "file")}`);
  for (const each of shown.slice(0, mostFiles)) lines.push(`         ${visible(each)}`);
  if (shown.length > mostFiles)
    lines.push(`         and ${plural(shown.length - mostFiles, skills === undefined ? "more file" : "more skill")}`);
  return `${lines.join("\n")}\n`;
}
