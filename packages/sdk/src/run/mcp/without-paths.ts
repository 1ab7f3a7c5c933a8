/**
 * A message without the folders of this machine: of an absolute path its last part is left. Addresses of the web stay as
 * they are.
 */
export function withoutPaths(message: string): string {
  return message.replaceAll(
    absolutePath,
    (path) =>
      path
        .replace(/[\\/]+$/, "")
        .split(/[\\/]/)
        .at(-1) ?? "",
  );
}

// After a letter, a colon or another slash it is part of an address, a relative path or a fraction.
const absolutePath = /(?<![\w:/\\.~%-])(?:[A-Za-z]:[\\/]|\\\\|\/)(?:[^\s"'`<>|:;,()\\/]+[\\/]+)+[^\s"'`<>|:;,()\\/]*/g;
