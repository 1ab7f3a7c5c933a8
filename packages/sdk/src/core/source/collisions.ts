import { refusedPath } from "./normalize-resource-path.ts";

// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const ascii = /^[\0-\x7f]*$/;

/** What two names share when some file system takes one for the other. */
export function foldName(name: string): string {
  if (ascii.test(name)) return name.toLowerCase();
  return name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

/** Throws `path-refused` when another of the names could be meant by this one. */
export function assertUnambiguous(name: string, names: Iterable<string>): void {
  const folded = foldName(name);
  const isPlain = ascii.test(name);
  for (const other of names) {
    // Among plain names only case can differ, and that leaves the length as it is.
    if (other === name || (isPlain && other.length !== name.length && ascii.test(other))) continue;
    if (foldName(other) === folded) {
      throw refusedPath(name, "another file's name differs from it in case or Unicode form only");
    }
  }
}
