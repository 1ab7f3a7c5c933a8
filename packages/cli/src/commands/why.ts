import { SkillError } from "@tradecraft/sdk";
import {
  EMPTY_LOCK,
  loadLock,
  type Lock,
  type ProjectSource,
  type SkillReason,
  whySkill,
} from "@tradecraft/sdk/supply";
import { suggestion } from "../args/closest.ts";
import type { CommandRun } from "../args/command.ts";
import { jsonDocument } from "../report/json-document.ts";
import { locateProject } from "../supply/locate-project.ts";
import { runSupply, type SupplyRun } from "../supply/run-supply.ts";
import { shownSource } from "../supply/shown-source.ts";
import { visible } from "../text/visible.ts";

/** `tradecraft why`: which source brings a skill, from where, and where it was put; 1 when nothing does. */
export const runWhy: CommandRun = (args, io) =>
  runSupply(args, io, async (run) => {
    const [name = ""] = args.positionals;
    const { directory, project } = await locateProject(io);
    const { lock } = (await loadLock(directory)) ?? { lock: EMPTY_LOCK };
    const reasons = whySkill(name, project, lock).map((reason) =>
      reason.request === undefined ? reason : { ...reason, request: shownSource(reason.request) },
    );
    if (reasons.length === 0) throw unknownSkill(name, lock);
    if (run.json) io.stdout.write(jsonDocument(true, { skill: name, reasons }));
    else run.say(reasons.flatMap((reason) => renderReason(reason, run)));
    return 0;
  });

function renderReason(reason: SkillReason, { colors }: SupplyRun): string[] {
  const { skill, source, request, resolved, folder, digest, files, from, installed } = reason;
  const points = Object.entries(resolved).map(([key, value]: [string, string]) => `${key} ${value}`);
  const facts: [string, string | undefined][] = [
    ["source", `${source}${request === undefined ? " (no longer in tradecraft.json)" : ""}`],
    ["asked for", request === undefined ? undefined : addressOf(request)],
    ["resolved", points.join(", ")],
    ["folder", folder],
    ["through", from?.source],
    ["digest", digest],
    ["files", String(files)],
    ["installed", installed.length === 0 ? "nowhere" : installed.join(", ")],
  ];
  return [
    colors.bold(visible(skill)),
    ...facts.flatMap(([label, value]) =>
      value === undefined ? [] : [`  ${colors.dim(label.padEnd(10))} ${visible(value)}`],
    ),
  ];
}

function addressOf(source: ProjectSource): string {
  const address = "url" in source ? source.url : "package" in source ? source.package : source.path;
  const path = source.type === "git" && source.path !== undefined ? ` ${source.path}` : "";
  const pin = ["version", "ref", "sha"].flatMap((key) => {
    const value = (source as unknown as Readonly<Record<string, unknown>>)[key];
    return typeof value === "string" ? [` ${key} ${value}`] : [];
  });
  return `${source.type} ${address}${path}${pin.join("")}`;
}

function unknownSkill(name: string, { sources }: Lock): SkillError {
  const shown = name.slice(0, 100);
  const own = Object.hasOwn(sources, name) ? Object.values(sources[name]?.skills ?? {}) : undefined;
  const names = Object.values(sources).flatMap(({ skills }) => Object.values(skills).map((skill) => skill.name));
  const hint =
    own === undefined
      ? suggestion(name, names) || (names.length === 0 ? "; it pins nothing yet" : "")
      : `; it is a source, with ${own.map((skill) => skill.name).join(", ")}`;
  return new SkillError("skill-unknown", `No skill "${shown}" is in tradecraft.lock${hint}`, {
    facts: { skill: shown },
  });
}
