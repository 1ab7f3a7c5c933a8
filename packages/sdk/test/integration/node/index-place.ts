import fs, { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, vi } from "vitest";
import type { SkillSource } from "@tradecraft/sdk";
import { folderSkillSource, type FolderSkillSourceOptions } from "@tradecraft/sdk/node";
import { age, cachedFolder, within } from "./skill-tree.ts";

/** Skills, and a place for their index. */
export interface Place {
  readonly root: string;
  readonly cache: string;
  /** A source as a new process would make it. */
  start(options?: FolderSkillSourceOptions): SkillSource;
  path(name: string): string;
  write(name: string, text: string): void;
  /** The files of the index. */
  readonly indexes: () => string[];
}

/** Writes the skills. */
export function place(files: Record<string, string>): Place {
  const folder = cachedFolder();
  const root = join(folder, "skills");
  const cache = join(folder, "cache");
  const path = (name: string): string => join(root, name, "SKILL.md");
  const write = (name: string, text: string): void => {
    mkdirSync(join(root, name), { recursive: true });
    writeFileSync(path(name), text);
  };
  for (const [file, text] of Object.entries(files)) write(dirname(file), text);
  const stored = join(cache, "index");
  return {
    root,
    cache,
    path,
    write,
    start: (options = {}) => folderSkillSource(root, { index: { folder: cache }, ...options }),
    indexes: () =>
      existsSync(stored)
        ? readdirSync(stored, { recursive: true, encoding: "utf8" })
            .filter((name) => name.endsWith(".folders"))
            .map((name) => join(stored, name))
        : [],
  };
}

/** A place whose skills an earlier process has listed. */
export async function listedPlace(files: Record<string, string>, options?: FolderSkillSourceOptions): Promise<Place> {
  const made = place(files);
  await age();
  await made.start(options).list();
  expect(await within(2_000, () => made.indexes().length === 1)).toBe(true);
  return made;
}

/** The SKILL.md files that are opened while something happens, by the names of their folders. */
export async function opened<Value>(work: () => Promise<Value>): Promise<{ value: Value; names: string[] }> {
  const spy = vi.spyOn(fs, "openSync");
  try {
    const value = await work();
    const names = spy.mock.calls.map(([path]) => String(path)).filter((path) => path.endsWith("SKILL.md"));
    // Where none is, none is read.
    const isThere = (_: string, at: number): boolean => spy.mock.results[at]?.type === "return";
    const there = spy.mock.calls.flatMap(([path], at) =>
      isThere("", at) && names.includes(String(path)) ? [String(path)] : [],
    );
    return { value, names: there.map((path) => basename(dirname(path))).sort() };
  } finally {
    spy.mockRestore();
  }
}
