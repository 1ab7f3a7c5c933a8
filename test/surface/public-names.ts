import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../tools/run.mjs";

const sdk = join(root, "packages/sdk");

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

/** A public entry of the SDK: the name users import, and its built files. */
export interface PublicEntry {
  readonly name: string;
  readonly script: string;
  readonly types: string;
}

/** Every entry that package.json `exports` offers as code. */
export function publicEntries(): PublicEntry[] {
  const { exports } = JSON.parse(readFileSync(join(sdk, "package.json"), "utf8")) as Manifest;
  return Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === "string") return [];
    return [
      { name: `@tradecraft/sdk${path.slice(1)}`, script: join(sdk, target.default), types: join(sdk, target.types) },
    ];
  });
}

/** What the entry's built module holds at run time. */
export async function loadEntry(entry: PublicEntry): Promise<Readonly<Record<string, unknown>>> {
  return (await import(/* @vite-ignore */ pathToFileURL(entry.script).href)) as Record<string, unknown>;
}

/** Names of the types an entry re-exports; entries are lists of named exports, so the text says it all. */
function typeNames(entry: PublicEntry): string[] {
  const text = readFileSync(entry.types, "utf8");
  const lists = [...text.matchAll(/export type \{([^}]*)\}/g)].map((match) => match[1] ?? "");
  const declared = [...text.matchAll(/^export (?:declare )?(?:interface|type) (\w+)/gm)].map((match) => match[1] ?? "");
  const inline = [...text.matchAll(/export \{([^}]*)\}/g)].flatMap(
    (match) => (match[1] ?? "").match(/\btype \w[^,]*/g) ?? [],
  );
  const listed = [...lists.flatMap((list) => list.split(",")), ...inline.map((item) => item.replace("type ", ""))];
  return [...listed.map((item) => item.trim().split(" as ").at(-1) ?? ""), ...declared].filter((name) => name !== "");
}

/** `export *` would let names through that no one wrote down. */
export function hasStarExport(entry: PublicEntry): boolean {
  return /export \*/.test(readFileSync(entry.types, "utf8"));
}

/** One line per public name: its kind, then the name; sorted. */
export async function describeSurface(entry: PublicEntry): Promise<string> {
  const values = Object.entries(await loadEntry(entry)).map(([name, value]) => `${kindOf(value)} ${name}`);
  const types = typeNames(entry).map((name) => `type ${name}`);
  return `${[...values, ...types].sort().join("\n")}\n`;
}

function kindOf(value: unknown): string {
  if (typeof value !== "function") return "const";
  return /^class\b/.test(Function.prototype.toString.call(value)) ? "class" : "function";
}
