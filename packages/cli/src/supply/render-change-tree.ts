import { describeFileChange, type FileChange, type SkillReport, type SourceReport } from "@tradecraft/sdk/supply";
import type { Colors, Paint } from "../text/colors.ts";
import { formatBytes } from "../text/format-number.ts";
import { plural } from "../text/plural.ts";
import { visible } from "../text/visible.ts";
import { shortPoint } from "./short-point.ts";

type State = SourceReport["state"];

const marks: Readonly<Record<State, string>> = { same: "=", added: "+", updated: "~", removed: "-", outdated: "~" };
/** More of one skill are counted, and listed by `--json`. */
const mostFiles = 200;

/** What changes, as a tree: sources, their skills, their files. What stays the same is left out. */
export function renderChangeTree(sources: readonly SourceReport[], colors: Colors): string[] {
  return sources
    .filter(({ state, skills }) => state !== "same" || skills.some((skill) => skill.state !== "same"))
    .flatMap((source) => [sourceLine(source, colors), ...branches(source.skills, colors)]);
}

/** `a1b2c3 → d4e5f6`; one of both where there is only one. */
export function movement({ from, to }: Pick<SourceReport, "from" | "to">): string {
  const points = from === to ? [from] : [from, to];
  return points
    .filter((point) => point !== undefined)
    .map(shortPoint)
    .join(" → ");
}

/** `3 files, 12 kB, signed`. */
export function contentText({ content }: SkillReport): string {
  if (content === undefined) return "";
  return `${plural(content.files, "file")}, ${formatBytes(content.bytes)}, ${content.isSigned ? "signed" : "not signed"}`;
}

/** The colour of a change. */
export function paintOf(state: State, { green, yellow, red, dim }: Colors): Paint {
  return { same: dim, added: green, updated: yellow, removed: red, outdated: yellow }[state];
}

function sourceLine(source: SourceReport, colors: Colors): string {
  const { name, state } = source;
  const mark = paintOf(state, colors)(marks[state]);
  return `${mark} ${colors.bold(visible(name))}  ${colors.dim(visible(movement(source)))}`.trimEnd();
}

function branches(all: readonly SkillReport[], colors: Colors): string[] {
  const changed = all.filter(({ state }) => state !== "same");
  const same = all.length - changed.length;
  const rest = same === 0 ? [] : [colors.dim(`  └─ ${plural(same, "skill")} as before`)];
  return [
    ...changed.flatMap((skill, at) => {
      const isLast = at === changed.length - 1 && same === 0;
      return [
        `  ${colors.dim(isLast ? "└─" : "├─")} ${skillLine(skill, colors)}`,
        ...fileLines(skill, colors).map((line) => `  ${colors.dim(isLast ? " " : "│")}    ${line}`),
      ];
    }),
    ...rest,
  ];
}

function skillLine(skill: SkillReport, colors: Colors): string {
  const content = skill.state === "removed" ? "" : `  ${colors.dim(contentText(skill))}`;
  return `${paintOf(skill.state, colors)(`${marks[skill.state]} ${visible(skill.name)}`)}${content}`;
}

function fileLines({ files, state }: SkillReport, colors: Colors): string[] {
  // That a skill goes says enough about each of its files.
  if (state === "removed") return [];
  const shown = files.slice(0, mostFiles).map((change) => fileLine(change, colors));
  const left = files.length - shown.length;
  return left === 0 ? shown : [...shown, colors.dim(`and ${left} more; --json lists all`)];
}

/** `+ path`, `- path`, `~ path`, `> new path, it was called "old"`, `* path` for what may be run. */
export function fileLine(change: FileChange, colors: Colors): string {
  const path = visible(change.path);
  switch (change.code) {
    case "file-added":
      return colors.green(`+ ${path}`);
    case "file-missing":
      return colors.red(`- ${path}`);
    case "file-changed":
      return colors.yellow(`~ ${path}`);
    case "file-renamed":
      return `${colors.blue(`> ${path}`)}  ${colors.dim(visible(describeFileChange(change)))}`;
    case "mode-changed":
      return `${colors.blue(`* ${path}`)}  ${colors.dim(visible(describeFileChange(change)))}`;
    default:
      return `${colors.yellow(`! ${path}`)}  ${colors.dim(visible(describeFileChange(change)))}`;
  }
}
