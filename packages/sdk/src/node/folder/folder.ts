import { sep } from "node:path";

/** A folder on its way to be looked at. */
export interface Folder {
  /** Relative to the root, `/` as separator; "" for the root. */
  readonly key: string;
  readonly path: string;
  readonly realPath: string;
  readonly name: string;
  readonly depth: number;
  /** Whether each file must be asked where it lies, because somebody may be swapping folders for links. */
  readonly careful: boolean;
}

/** The root itself. */
export function rootFolder(path: string, realPath: string): Folder {
  const name = realPath.slice(realPath.lastIndexOf(sep) + 1);
  return { key: "", path, realPath, name, depth: 0, careful: false };
}

/** A folder in a folder. */
export function below({ key, path, realPath, depth, careful }: Folder, name: string): Folder {
  const own = child(path, name);
  return {
    key: key === "" ? name : `${key}/${name}`,
    path: own,
    realPath: path === realPath ? own : child(realPath, name),
    name,
    depth: depth + 1,
    careful,
  };
}

function child(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

/** Where the folder's SKILL.md really lies, if it has one. */
export function skillFile({ realPath }: Pick<Folder, "realPath">): string {
  return child(realPath, "SKILL.md");
}
