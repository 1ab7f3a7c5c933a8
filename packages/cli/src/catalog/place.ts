import { relative, sep } from "node:path";
import type { SkillRoot } from "@tradecraft/sdk/node";
import { relativePath } from "../report/relative-path.ts";

/** A folder of skills, and how a person would call it. */
export interface Place {
  /** Absolute. */
  readonly path: string;
  readonly scope: SkillRoot["scope"];
  /** `project .claude/skills`, `user ~/.agents/skills`, or the path that was given. */
  readonly label: string;
  /** Comes with a project, and nobody has agreed to what is in it now: an agent does not load it. */
  readonly needsTrust: boolean;
  /** Digest of all that somebody agreed to in it; the skills are left out while it is another. */
  readonly agreed?: string;
}

/** A place as a root of skills that are used: of one that was agreed to, as long as it stays what it was. */
export function rootOf({ path, scope, agreed }: Place): SkillRoot {
  return { path, scope, trusted: true, ...(agreed !== undefined && { agreed }) };
}

/** Names a folder that was discovered: a project's from here, a user's from home. */
export function discoveredPlace({ path, scope, trusted, agreed }: SkillRoot, cwd: string, home: string): Place {
  const fromHome = scope === "user" ? relativePath(home, path) : undefined;
  const shown = fromHome === undefined ? shownPath(path, cwd, home) : `~/${fromHome}`;
  const needsTrust = scope === "project" && !trusted;
  return { path, scope, label: `${scope} ${shown}`, needsTrust, ...(agreed !== undefined && { agreed }) };
}

/** A path as a person would write it: from here where it lies here, else from home, from above or whole, what is shortest. */
export function shownPath(path: string, cwd: string, home: string): string {
  const fromHere = relativePath(cwd, path);
  if (fromHere !== undefined) return fromHere || ".";
  const fromHome = relativePath(home, path);
  const whole = fromHome === undefined ? path : `~/${fromHome}`;
  const upward = relative(cwd, path).replaceAll(sep, "/");
  return upward.length < whole.length ? upward : whole;
}

/** The place that a skill lies in: the nearest one. */
export function placeOf(places: readonly Place[], location: string | undefined): Place | undefined {
  if (location === undefined) return undefined;
  let nearest: Place | undefined;
  for (const place of places) {
    const isNearer = nearest === undefined || place.path.length > nearest.path.length;
    if (isNearer && relativePath(place.path, location) !== undefined) nearest = place;
  }
  return nearest;
}
