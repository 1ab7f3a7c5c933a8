import { SkillError } from "../../core/errors.ts";
import { foldName } from "../../core/source/collisions.ts";

interface Taken {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Throws `archive-refused` when two paths are one on some system: in another case or Unicode form, or a file that is also a folder. */
export function assertNoCollisions(paths: Iterable<string>, where: string): void {
  const taken = new Map<string, Taken>();
  const knownFolders = new Set<string>();
  const take = (path: string, isFolder: boolean): void => {
    const folded = foldName(path);
    const other = taken.get(folded);
    if (other === undefined) {
      taken.set(folded, { path, isFolder });
      return;
    }
    if (other.path === path && other.isFolder && isFolder) return;
    throw collision(path, other, isFolder, where);
  };
  for (const path of paths) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (knownFolders.has(folder)) break;
      knownFolders.add(folder);
      take(folder, true);
    }
    take(path, false);
  }
}

function collision(path: string, other: Taken, isFolder: boolean, where: string): SkillError {
  const [shown, otherShown] = [path.slice(0, 200), other.path.slice(0, 200)];
  const problem =
    other.isFolder !== isFolder
      ? `"${shown}" is both a file and a folder`
      : path === other.path
        ? `"${shown}" is there twice`
        : `"${otherShown}" and "${shown}" differ in case or Unicode form only`;
  const message = `${where} is refused: ${problem}, and not every system can tell them apart.`;
  return new SkillError("archive-refused", message, { facts: { path: shown } });
}
