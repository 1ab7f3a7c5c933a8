import type { JsonReader } from "./json-reader.ts";
import type { ProjectSource, ProjectSourceType } from "./project.ts";
import { readPolicy } from "./read-policy.ts";
import { readAgents } from "./read-targets.ts";

interface SourceShape {
  /** Keys with a text that must be there. */
  readonly needed: readonly string[];
  readonly optional: readonly string[];
  readonly lists: readonly string[];
  /** Of these exactly one; none where the content has no versions. */
  readonly pins: readonly string[];
}

/** What each kind of source may say, as data. */
const shapes: Readonly<Record<ProjectSourceType, SourceShape>> = {
  git: { needed: ["url"], optional: ["path"], lists: [], pins: ["version", "ref", "sha"] },
  "claude-marketplace": { needed: ["url"], optional: [], lists: ["plugins"], pins: ["version", "ref", "sha"] },
  npm: { needed: ["package"], optional: ["registry"], lists: [], pins: ["version", "ref"] },
  "well-known": { needed: ["url"], optional: [], lists: [], pins: [] },
  file: { needed: ["path"], optional: [], lists: [], pins: [] },
  mcp: { needed: ["url"], optional: [], lists: [], pins: [] },
};

const everyPin = ["version", "ref", "sha"];
const common = ["type", "include", "exclude", "agents", "policy"];

/** Reads one source; undefined, and noted, if something in it is wrong. */
export function readSource(value: unknown, path: readonly string[], reader: JsonReader): ProjectSource | undefined {
  const before = reader.diagnostics.length;
  const given = reader.object(value, path);
  if (given === undefined) return undefined;
  if (given["type"] === undefined) {
    const message = `A source needs a "type": ${Object.keys(shapes).join(", ")}.`;
    reader.note("project-key-missing", path, message);
    return undefined;
  }
  const type = reader.choice(given["type"], [...path, "type"], Object.keys(shapes) as ProjectSourceType[]);
  if (type === undefined) return undefined;
  const { needed, optional, lists, pins } = shapes[type];
  reader.object(value, path, [...common, ...needed, ...optional, ...lists, ...everyPin]);
  const source: Record<string, unknown> = { type };
  for (const key of needed) {
    if (given[key] === undefined) reader.note("project-key-missing", path, `A ${type} source needs a "${key}".`);
    else source[key] = reader.text(given[key], [...path, key]);
  }
  for (const key of [...optional, ...everyPin])
    if (given[key] !== undefined) source[key] = reader.text(given[key], [...path, key]);
  for (const key of [...lists, "include", "exclude"])
    if (given[key] !== undefined) source[key] = reader.texts(given[key], [...path, key]);
  if (given["agents"] !== undefined) source["agents"] = readAgents(given["agents"], [...path, "agents"], reader);
  if (given["policy"] !== undefined) source["policy"] = readPolicy(given["policy"], [...path, "policy"], reader);
  for (const key of ["url", "registry"]) checkAddress(source[key], [...path, key], reader);
  checkPin(source, type, pins, path, reader);
  return reader.diagnostics.length > before ? undefined : (source as unknown as ProjectSource);
}

/** This file is read by everybody who has the project. */
function checkAddress(address: unknown, path: readonly string[], reader: JsonReader): void {
  if (typeof address !== "string") return;
  const info = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)@/i.exec(address);
  const isSecret = info !== null && (!/^(?:git\+)?ssh$/i.test(info[1] ?? "") || info[2]?.includes(":") === true);
  if (!isSecret) return;
  const message = "An address with a name or a password in it is refused: git and npm have places for these.";
  reader.note("project-value-invalid", path, message);
}

function checkPin(
  source: Readonly<Record<string, unknown>>,
  type: string,
  pins: readonly string[],
  path: readonly string[],
  reader: JsonReader,
): void {
  const given = everyPin.filter((pin) => source[pin] !== undefined);
  const allowed = pins.map((pin) => `"${pin}"`).join(", ");
  for (const pin of given.filter((name) => !pins.includes(name))) {
    const hint = pins.length === 0 ? "its content is pinned by the lock alone" : `it takes one of ${allowed}`;
    reader.note("project-key-unknown", [...path, pin], `A ${type} source has no "${pin}"; ${hint}.`, true);
  }
  if (pins.length > 0 && given.length === 0)
    reader.note("project-pin-missing", path, `A ${type} source needs one of ${allowed}.`);
  if (given.length > 1)
    reader.note(
      "project-pin-ambiguous",
      path,
      `Of ${given.map((pin) => `"${pin}"`).join(" and ")}, only one can hold.`,
    );
  const { sha, version } = source;
  if (typeof sha === "string" && !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha))
    reader.note("project-value-invalid", [...path, "sha"], '"sha" must be a whole commit: 40 hexadecimal digits.');
  if (typeof version === "string" && !/^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version))
    reader.note(
      "project-value-invalid",
      [...path, "version"],
      '"version" must be one version, such as 1.2.3; use "ref" for a tag of another form.',
    );
}
