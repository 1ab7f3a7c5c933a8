import { refusedPath } from "./normalize-resource-path.ts";

/** What two names share when some file system takes one for the other. */
export function foldName(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

/** Throws `path-refused` when another of the names could be meant by this one. */
export function assertUnambiguous(name: string, names: Iterable<string>): void {
  const folded = foldName(name);
  for (const other of names) {
    if (other !== name && foldName(other) === folded) {
      throw refusedPath(name, "another file's name differs from it in case or Unicode form only");
    }
  }
}
