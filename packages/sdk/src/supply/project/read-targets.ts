import { normalizeResourcePath } from "../../core/source/normalize-resource-path.ts";
import { AGENTS } from "../install/agents.ts";
import { closestWord } from "../../core/format/rules/closest-word.ts";
import type { JsonReader } from "./json-reader.ts";
import type { InstallTarget, ProjectTargets } from "./project.ts";

/** Reads what `sync` is to write. */
export function readTargets(value: unknown, path: readonly string[], reader: JsonReader): ProjectTargets {
  if (value === undefined) return {};
  const targets = reader.object(value, path, ["bake", "install"]) ?? {};
  const bake = targets["bake"] === undefined ? undefined : readBake(targets["bake"], [...path, "bake"], reader);
  const install =
    targets["install"] === undefined ? undefined : readInstall(targets["install"], [...path, "install"], reader);
  return { ...(bake !== undefined && { bake }), ...(install !== undefined && { install }) };
}

function readBake(value: unknown, path: readonly string[], reader: JsonReader): ProjectTargets["bake"] {
  const bake = reader.object(value, path, ["out"]);
  if (bake === undefined) return undefined;
  const out = reader.text(bake["out"], [...path, "out"]);
  if (out === undefined) return undefined;
  try {
    normalizeResourcePath(out);
  } catch {
    const message = `"out" must be a path inside the project, such as "src/skills.generated.ts".`;
    reader.note("project-value-invalid", [...path, "out"], message);
    return undefined;
  }
  if (/\.(?:ts|mts|js|mjs)$/.test(out)) return { out: normalizeResourcePath(out) };
  reader.note("project-value-invalid", [...path, "out"], '"out" must end in .ts, .mts, .js or .mjs.');
  return undefined;
}

function readInstall(value: unknown, path: readonly string[], reader: JsonReader): InstallTarget | undefined {
  const install = reader.object(value, path, ["agents", "mode", "scope"]);
  if (install === undefined) return undefined;
  const agents = readAgents(install["agents"], [...path, "agents"], reader) ?? [];
  const mode =
    install["mode"] === undefined ? "copy" : reader.choice(install["mode"], [...path, "mode"], ["copy", "link"]);
  const scope =
    install["scope"] === undefined
      ? "project"
      : reader.choice(install["scope"], [...path, "scope"], ["project", "user"]);
  return { agents, mode: mode ?? "copy", scope: scope ?? "project" };
}

/** Reads a list of agents that are known. */
export function readAgents(value: unknown, path: readonly string[], reader: JsonReader): readonly string[] | undefined {
  const agents = reader.texts(value, path);
  for (const [at, agent] of (agents ?? []).entries()) {
    if (Object.hasOwn(AGENTS, agent)) continue;
    const near = closestWord(agent, Object.keys(AGENTS), 3);
    const hint = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
    reader.note("project-agent-unknown", [...path, String(at)], `No agent is called ${JSON.stringify(agent)}${hint}`);
  }
  return agents;
}
