import { extensionOf } from "../file-kinds.ts";
import type { Report } from "../report.ts";
import type { ScanFile } from "../types.ts";
import { zipNames } from "./zip-names.ts";

const programs: readonly (readonly [name: string, starts: (bytes: Uint8Array) => boolean])[] = [
  ["an ELF program", (b) => begins(b, 0x7f, 0x45, 0x4c, 0x46)],
  ["a Windows program", (b) => begins(b, 0x4d, 0x5a) && b.length > 64 && hasPeHeader(b)],
  [
    "a Mach-O program",
    (b) =>
      begins(b, 0xcf, 0xfa, 0xed, 0xfe) ||
      begins(b, 0xce, 0xfa, 0xed, 0xfe) ||
      begins(b, 0xfe, 0xed, 0xfa, 0xce) ||
      begins(b, 0xfe, 0xed, 0xfa, 0xcf),
  ],
  ["a Java class or a universal Mach-O program", (b) => begins(b, 0xca, 0xfe, 0xba, 0xbe)],
  ["a WebAssembly module", (b) => begins(b, 0x00, 0x61, 0x73, 0x6d)],
  // Two bytes of version, then carriage return and line feed.
  [
    "compiled Python",
    (b) => b.length > 16 && b[2] === 0x0d && b[3] === 0x0a && (b[1] ?? 0) <= 0x0f && (b[4] ?? 9) <= 3,
  ],
];
const archives: readonly (readonly [name: string, starts: (bytes: Uint8Array) => boolean])[] = [
  ["a zip archive", (b) => begins(b, 0x50, 0x4b, 0x03, 0x04) || begins(b, 0x50, 0x4b, 0x05, 0x06)],
  ["a gzip archive", (b) => begins(b, 0x1f, 0x8b)],
  ["an xz archive", (b) => begins(b, 0xfd, 0x37, 0x7a, 0x58, 0x5a)],
  ["a bzip2 archive", (b) => begins(b, 0x42, 0x5a, 0x68) && (b[4] ?? 0) === 0x31],
  ["a 7z archive", (b) => begins(b, 0x37, 0x7a, 0xbc, 0xaf)],
  ["a rar archive", (b) => begins(b, 0x52, 0x61, 0x72, 0x21)],
  ["a zstd archive", (b) => begins(b, 0x28, 0xb5, 0x2f, 0xfd)],
  [
    "a tar archive",
    (b) =>
      b.length > 262 && b[257] === 0x75 && b[258] === 0x73 && b[259] === 0x74 && b[260] === 0x61 && b[261] === 0x72,
  ],
];
const usualForPrograms = new Set([
  "",
  "exe",
  "dll",
  "so",
  "dylib",
  "wasm",
  "pyc",
  "pyo",
  "pyd",
  "class",
  "node",
  "bin",
  "o",
  "a",
  "com",
]);
const office = new Set([
  "docx",
  "xlsx",
  "pptx",
  "dotx",
  "xltx",
  "potx",
  "odt",
  "ods",
  "odp",
  "epub",
  "ttf",
  "otf",
  "woff",
  "woff2",
]);
const usualForArchives = new Set([
  "zip",
  "gz",
  "tgz",
  "xz",
  "bz2",
  "7z",
  "rar",
  "zst",
  "tar",
  "whl",
  "jar",
  "skill",
  "apk",
  "vsix",
  "nupkg",
  "crx",
  "mcpb",
  "dxt",
  ...office,
]);
const runnable = /\.(?:sh|bash|py|pyc|js|mjs|cjs|exe|dll|so|dylib|ps1|bat|cmd|jar|rb|pl|app|scr|vbs)$/i;

/** Whether bytes are a program or an archive, which is reported as such. */
export function isProgramOrArchive(bytes: Uint8Array): boolean {
  return [...programs, ...archives].some(([, starts]) => starts(bytes));
}

/** Programs and archives, by content and not by name. */
export function fileContent({ path }: ScanFile, bytes: Uint8Array, digest: string, report: Report): void {
  const extension = extensionOf(path);
  const program = programs.find(([, starts]) => starts(bytes))?.[0];
  if (program !== undefined) {
    const disguised = !usualForPrograms.has(extension);
    report({
      code: "scan-binary",
      file: path,
      severity: disguised ? "high" : "medium",
      why: `This is ${program}${disguised ? `, though its name ends in .${extension}` : ""}; nobody can read what it does.`,
      evidence: digest,
      excerpt: `${bytes.length} bytes`,
    });
    return;
  }
  const archive = archives.find(([, starts]) => starts(bytes))?.[0];
  if (archive === undefined) return;
  const names = archive === "a zip archive" ? zipNames(bytes) : [];
  const inside = names.filter((name) => runnable.test(name) || name.endsWith("vbaProject.bin"));
  const climbing = names.find((name) => /(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[a-z]:/i.test(name));
  const disguised = !usualForArchives.has(extension);
  // One whose names cannot be read is not let through for its name.
  if (office.has(extension) && names.length > 0 && inside.length === 0 && climbing === undefined) return;
  const holds =
    climbing !== undefined
      ? ` with a path that leads out of it (${climbing.slice(0, 80)})`
      : inside.length > 0
        ? ` with scripts or programs (${inside.slice(0, 3).join(", ").slice(0, 120)})`
        : "";
  report({
    code: "scan-archive",
    file: path,
    severity: climbing !== undefined ? "high" : inside.length > 0 || disguised ? "medium" : "low",
    why: `This is ${archive}${holds}${disguised ? `, though its name ends in .${extension}` : ""}; no rule looked inside.`,
    evidence: digest,
    excerpt: `${bytes.length} bytes`,
  });
}

function begins(bytes: Uint8Array, ...start: readonly number[]): boolean {
  return start.every((value, at) => bytes[at] === value);
}

function hasPeHeader(bytes: Uint8Array): boolean {
  const at = (bytes[60] ?? 0) | ((bytes[61] ?? 0) << 8);
  return bytes[at] === 0x50 && bytes[at + 1] === 0x45;
}
