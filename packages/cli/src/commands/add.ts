import { stat } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import type { ProjectSource, SupplyContext } from "@tradecraft/sdk/supply";
import type { CommandRun } from "../args/command.ts";
import { readAddedSources } from "../supply/add-options.ts";
import { choosePin } from "../supply/choose-pin.ts";
import { addTargets, chooseTargets } from "../supply/choose-targets.ts";
import { editPresent } from "../supply/edit-present.ts";
import { importLock, isSkillsLock } from "../supply/import-lock.ts";
import { locateOrBegin } from "../supply/locate-project.ts";
import { addSources, mergeSource } from "../supply/merge-source.ts";
import { relativeToProject } from "../supply/path-in-project.ts";
import { renderChangeTree } from "../supply/render-change-tree.ts";
import { renderSyncReport } from "../supply/render-sync-report.ts";
import { reportJson } from "../supply/report-json.ts";
import { runSupply } from "../supply/run-supply.ts";
import { shownSources } from "../supply/shown-source.ts";
import type { NamedDraft } from "../supply/source-text/source-draft.ts";
import { lastPart, sourceName } from "../supply/source-text/source-name.ts";
import { syncRun } from "../supply/sync-run.ts";
import { visible } from "../text/visible.ts";
import { UsageError } from "../usage-error.ts";

/** `tradecraft add`: puts sources into the project file, and syncs; 1 when it fails, with everything as it was. */
export const runAdd: CommandRun = (args, io) =>
  runSupply(args, io, async (run) => {
    const locks = args.positionals.filter(isSkillsLock);
    const texts = args.positionals.filter((each) => !isSkillsLock(each));
    const given = readAddedSources(texts, args, io);
    const { directory, project } = await locateOrBegin(io);
    await Promise.all(texts.map((each, at) => assertUnmistakable(each, given[at], io.cwd)));
    const imported = await Promise.all(locks.map((path) => importLock(path, directory, io.cwd)));
    const drafts = [
      ...given.map((draft) => placed(draft, directory, io.cwd)),
      ...imported.flatMap((lock) => lock.drafts),
    ];
    const targets = await chooseTargets(run, directory, project);
    const merged = drafts.map((draft) => mergeSource(draft, project));
    const pinned = await pinAll(merged, await run.openContext(directory));
    let set: Readonly<Record<string, ProjectSource>> = pinned;
    const { report, isShown, isRefused } = await syncRun(run, directory, {
      editProject: (text) =>
        editPresent(text, (present) => {
          set = addSources(drafts, pinned, present);
          return { set, ...addTargets(targets, present) };
        }),
      question: "Add this?",
    });
    const notes = imported.flatMap(({ diagnostics }) => diagnostics);
    for (const { code, message } of notes) run.warn(`${code}: ${visible(message)}`);
    if (run.json) io.stdout.write(reportJson(!isRefused, report, { added: shownSources(set), notes }));
    else if (isRefused) run.say(["", "Nothing was written."]);
    else {
      const added = report.sources.filter(({ name }) => Object.hasOwn(set, name));
      if (!isShown) run.say([...renderChangeTree(added, run.colors), ""]);
      run.say(renderSyncReport(report, run));
    }
    return isRefused ? 1 : 0;
  });

async function pinAll(drafts: readonly NamedDraft[], context: SupplyContext): Promise<Record<string, ProjectSource>> {
  const set: Record<string, ProjectSource> = {};
  for (const draft of drafts) {
    if (Object.hasOwn(set, draft.name))
      throw new UsageError(
        "option-value",
        `Two of these sources would be called "${draft.name}"; add one with a --name`,
      );
    set[draft.name] = await choosePin(draft, context);
  }
  return set;
}

/** A folder is given as seen from here, and written as seen from the project file. */
function placed({ name, source }: NamedDraft, directory: string, cwd: string): NamedDraft {
  if (source.type !== "file" || source.path === undefined) return { name, source };
  const path = resolve(cwd, source.path);
  const local = name === "local" ? sourceName(lastPart(path) || "local") : name;
  if (isAbsolute(source.path)) return { name: local, source };
  const below = relativeToProject(directory, path);
  const written = below === "" ? "." : /^\.\.?(?:\/|$)/.test(below) || isAbsolute(below) ? below : `./${below}`;
  return { name: local, source: { ...source, path: written } };
}

/** What could be a folder here and a repository of somebody else's is not guessed at. */
async function assertUnmistakable(text: string, draft: NamedDraft | undefined, cwd: string): Promise<void> {
  if (draft?.source.type !== "git" || !/^[\w.-]+(?:\/[\w.-]+)+$/.test(text)) return;
  const isHere = await stat(resolve(cwd, text)).then(
    () => true,
    () => false,
  );
  if (isHere)
    throw new UsageError(
      "source-invalid",
      `"${text}" is a folder here: write ./${text} for it, github:${text} for GitHub`,
    );
}
