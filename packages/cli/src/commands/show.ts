import { type SkillManifest, type SkillResource, SkillError } from "@tradecraft/sdk";
import type { CommandRun } from "../args/command.ts";
import { findSkill } from "../catalog/find-skill.ts";
import { tokensLine } from "../catalog/format-tokens.ts";
import { type SkillTokens, measureTokens } from "../catalog/measure-tokens.ts";
import { homeOf } from "../catalog/open-catalog.ts";
import { placeOf, shownPath } from "../catalog/place.ts";
import { showFile } from "../catalog/show-file.ts";
import type { CliIo } from "../io.ts";
import { jsonDocument } from "../report/json-document.ts";
import { tellError } from "../report/tell-error.ts";
import { type Colors, createColors } from "../text/colors.ts";
import { fit } from "../text/fit.ts";
import { formatBytes } from "../text/format-number.ts";
import { oneLine } from "../text/one-line.ts";
import { createTable } from "../text/table.ts";
import { terminalWidth } from "../text/terminal-width.ts";
import { visibleLines } from "../text/visible-lines.ts";
import { wrap } from "../text/wrap.ts";
import { visible } from "../text/visible.ts";

const kinds = ["scripts", "references", "assets"] as const;
/** More files of a kind are counted, not listed. */
const maxFilesShown = 40;
const widest = 100;

/** `tradecraft show`: one skill, or one of its files; 1 when there is no such skill or file. */
export const runShow: CommandRun = async (args, io) => {
  const [named = "", file] = args.positionals;
  const found = await findSkill(named, args.values.get("in"), io);
  const json = args.flags.has("json");
  if (found.entry === undefined) {
    tellError({ code: "skill-unknown", message: found.message }, io, json);
    return 1;
  }
  const { catalog, entry } = found;
  try {
    if (file !== undefined) return await showFile(catalog, entry.id, file, { io, json });
    const manifest = await catalog.registry.trigger(entry.id);
    const files = (await catalog.source.listResources?.(entry.id)) ?? [];
    const { value: measured } = await measureTokens(catalog, [entry]).next();
    const place = placeOf(catalog.places, entry.location);
    const skill = {
      id: entry.id,
      location: entry.location ?? null,
      // What the catalog knows stands in where the frontmatter as a whole cannot be read.
      manifest: {
        ...manifest,
        name: manifest.name || entry.name,
        description: manifest.description || entry.description,
      },
      files,
      tokens: measured?.tokens,
    };
    if (json) io.stdout.write(jsonDocument(true, { skill: toJson({ ...skill, source: place?.label ?? null }) }));
    else {
      const colors = createColors(io, io.stdout, args.flags.has("no-color"));
      const location = entry.location === undefined ? null : shownPath(entry.location, io.cwd, homeOf(io));
      const source = place === undefined || place.scope === "given" ? null : place.label;
      io.stdout.write(`${render({ ...skill, location, source }, io, colors).join("\n")}\n`);
    }
    return 0;
  } catch (error) {
    if (!SkillError.is(error)) throw error;
    tellError({ code: error.code, message: error.message }, io, json);
    return 1;
  }
};

interface ShownSkill {
  readonly id: string;
  readonly location: string | null;
  readonly source: string | null;
  readonly manifest: SkillManifest;
  readonly files: readonly SkillResource[];
  readonly tokens: SkillTokens | undefined;
}

function toJson({ id, location, source, manifest, files, tokens }: ShownSkill): object {
  const { name, description, license, compatibility, allowedTools, metadata, extra, body } = manifest;
  return {
    id,
    name,
    description,
    location,
    source,
    license: license ?? null,
    compatibility: compatibility ?? null,
    allowedTools: allowedTools ?? null,
    metadata,
    extra,
    tokens: tokens ?? null,
    files: files.map(({ path, size, executable }) => ({
      path,
      kind: kindOf(path),
      size: size ?? null,
      executable: executable ?? null,
    })),
    instructions: body,
  };
}

function render({ id, location, source, manifest, files, tokens }: ShownSkill, io: CliIo, colors: Colors): string[] {
  const width = terminalWidth(io.stdout);
  const { name, description, license, compatibility, allowedTools, body } = manifest;
  const facts: [string, string | null | undefined][] = [
    ["id", name === id ? null : id],
    ["location", location],
    ["source", source],
    ["license", license],
    ["compatibility", compatibility],
    ["allowed tools", allowedTools?.join(", ")],
    ["tokens", tokens === undefined ? null : tokensLine(tokens)],
  ];
  const lines = [
    colors.bold(fit(oneLine(name) || id, width)),
    ...wrap(oneLine(description), Math.min(width, widest)),
    "",
    ...facts.flatMap(([label, value]) => (value ? renderFact(label, value, width, colors) : [])),
  ];
  for (const kind of [...kinds, "other"] as const) {
    const own = files.filter(({ path }) => kindOf(path) === kind);
    if (own.length > 0)
      lines.push("", colors.blue(kind === "other" ? "other files" : kind), ...renderFiles(own, width, colors));
  }
  const rule = colors.dim("─".repeat(Math.min(width, widest)));
  return [...lines, "", rule, ...(body === "" ? [colors.dim("There are no instructions.")] : visibleLines(body))];
}

function renderFact(label: string, value: string, width: number, colors: Colors): string[] {
  const indent = "compatibility".length + 2;
  // A path is for copying, so it is never broken.
  const lines =
    label === "location" ? [visible(value)] : wrap(oneLine(value), Math.max(20, Math.min(width, widest) - indent));
  return lines.map((line, at) => `${at === 0 ? colors.dim(label.padEnd(indent)) : " ".repeat(indent)}${line}`);
}

function renderFiles(files: readonly SkillResource[], width: number, colors: Colors): string[] {
  const shown = files.slice(0, maxFilesShown);
  const rows = shown.map(({ path, size, executable }) => [
    { text: path },
    { text: size === undefined ? "" : formatBytes(size), paint: colors.dim },
    { text: executable === true ? "runs" : "", paint: colors.dim },
  ]);
  const columns = [
    { heading: "", max: Math.max(12, width - 20) },
    { heading: "", align: "right" as const },
    { heading: "" },
  ];
  const table = createTable(columns, rows, { colors, width });
  const more = files.length - shown.length;
  return [
    ...rows.flatMap((row) => table.row(row)),
    ...(more > 0 ? [colors.dim(`  … and ${more} more; --json lists all`)] : []),
  ];
}

function kindOf(path: string): (typeof kinds)[number] | "other" {
  return kinds.find((kind) => path.startsWith(`${kind}/`)) ?? "other";
}
