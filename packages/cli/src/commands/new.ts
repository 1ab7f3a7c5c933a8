import { basename, relative, resolve, sep } from "node:path";
import type { CommandRun, ParsedArgs } from "../args/command.ts";
import type { CliIo } from "../io.ts";
import { createProject } from "../new/create-project.ts";
import { type Project, PROJECT_KINDS, type ProjectKind } from "../new/project.ts";
import { checkSkillName } from "../new/skill-name.ts";
import { FolderTaken, writeProject } from "../new/write-project.ts";
import { jsonDocument } from "../report/json-document.ts";
import { type ToldError, tellError } from "../report/tell-error.ts";
import { type Colors, createColors } from "../text/colors.ts";
import { visible } from "../text/visible.ts";
import { UsageError } from "../usage-error.ts";
import { loadVersion } from "../version.ts";

/** `tradecraft new`: a project to begin with; 1 when it cannot be written, 2 for a name that no skill can have. */
export const runNew: CommandRun = async (args, io) => {
  const kind = kindOf(args);
  const [given = ""] = args.positionals;
  const checked = checkSkillName(given);
  if (!("name" in checked)) {
    const { code, message, suggestion } = checked;
    const said = suggestion === undefined ? message : `${message.replace(/\.$/, "")}; did you mean "${suggestion}"?`;
    return tellFailure({ code, message: said, ...(suggestion && { suggestion }) }, 2, args, io);
  }
  const { name, warnings } = checked;
  const folder = resolve(io.cwd, args.values.get("out") ?? name);
  if (kind === "prose" && basename(folder).normalize("NFKC") !== name)
    throw new UsageError("option-value", `The folder of a SKILL.md is called as the skill is: --out <folder>/${name}`);
  const project = createProject(kind, { name, version: await loadVersion() });
  const shown = relative(io.cwd, folder).split(sep).join("/") || ".";
  try {
    await writeProject(folder, project.files);
  } catch (error) {
    if (error instanceof FolderTaken)
      return tellFailure({ code: "folder-taken", message: `${shown}: ${error.message}` }, 1, args, io);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return tellFailure({ code: "file-unwritable", message: `${shown}: ${message}` }, 1, args, io);
  }
  for (const warning of warnings) io.stderr.write(`tradecraft: ${visible(warning)}\n`);
  const files = Object.keys(project.files);
  const colors = createColors(io, io.stdout, args.flags.has("no-color"));
  io.stdout.write(
    args.flags.has("json")
      ? jsonDocument(true, { name, kind, folder: shown, files, next: project.next })
      : renderNew(project, shown, colors),
  );
  return 0;
};

function kindOf({ flags }: ParsedArgs): ProjectKind {
  const [kind = "prose", ...others] = PROJECT_KINDS.filter((each) => flags.has(each));
  if (others.length > 0) throw new UsageError("option-value", `--${kind} and --${others[0]} exclude each other`);
  return kind;
}

function renderNew({ files, next }: Project, shown: string, { bold, dim, green }: Colors): string {
  const place = visible(shown);
  const steps = shown === "." ? next : [`cd ${/^[\w./-]+$/.test(shown) ? shown : JSON.stringify(shown)}`, ...next];
  return [
    `${green("✔")} ${bold(place)}`,
    ...Object.keys(files).map((path) => `  ${dim(`${place}/`)}${path}`),
    "",
    "Next:",
    ...steps.map((step) => `  ${visible(step)}`),
    "",
  ].join("\n");
}

function tellFailure(
  error: ToldError & { readonly suggestion?: string },
  exitCode: number,
  { flags }: ParsedArgs,
  io: CliIo,
): number {
  tellError(error, io, flags.has("json"));
  return exitCode;
}
