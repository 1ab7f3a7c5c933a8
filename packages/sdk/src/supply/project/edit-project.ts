import type { InstallTarget, ProjectSource } from "./project.ts";

/** What to change in a project file. */
export interface ProjectEdit {
  /** Sources to add or replace, by local name. */
  readonly set?: Readonly<Record<string, ProjectSource>>;
  /** Local names of sources to take out. */
  readonly remove?: readonly string[];
  /** Agents to install for, in place of those there; with none given they stay. */
  readonly agents?: readonly string[];
  /** How and where skills are installed, in place of what is there. */
  readonly mode?: InstallTarget["mode"];
  readonly scope?: InstallTarget["scope"];
  readonly bake?: string;
}

/** The text of a project file with other sources; everything else in it stays, order and indentation included. */
export function editProject(text: string, edit: ProjectEdit): string {
  const { set = {}, remove = [], agents, mode, scope, bake } = edit;
  const root = JSON.parse(text.replace(/^\uFEFF/, "")) as Record<string, unknown>;
  const skills = { ...(root["skills"] as Readonly<Record<string, unknown>> | undefined), ...set };
  for (const name of remove) delete skills[name];
  root["skills"] = skills;
  const targets = { ...(root["targets"] as Readonly<Record<string, unknown>> | undefined) };
  const install = {
    ...(agents !== undefined && { agents }),
    ...(mode !== undefined && { mode }),
    ...(scope !== undefined && { scope }),
  };
  if (Object.keys(install).length > 0)
    targets["install"] = { ...(targets["install"] as Readonly<Record<string, unknown>> | undefined), ...install };
  if (bake !== undefined) targets["bake"] = { out: bake };
  if (Object.keys(targets).length > 0) root["targets"] = targets;
  const indent = /^\{\r?\n([ \t]+)/.exec(text)?.[1] ?? "  ";
  const lines = `${JSON.stringify(root, undefined, indent)}\n`;
  return text.includes("\r\n") ? lines.replaceAll("\n", "\r\n") : lines;
}
