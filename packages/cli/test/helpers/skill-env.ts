import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CliIo } from "../../src/io.ts";
import { tempFolder } from "./temp-folder.ts";

/** The skills that ship with the repository. */
export const examples: string = fileURLToPath(new URL("../../../../examples/skills", import.meta.url));
export const brokenExamples: string = fileURLToPath(new URL("../../../../examples/skills-broken", import.meta.url));

/** Where no cache can be written, because a file stands in the way: runs leave nothing behind. */
const noCache = join(fileURLToPath(import.meta.url), "cache");

/** An environment with a home of its own (empty unless given), no index on disk, and a terminal that knows UTF-8. */
export function skillEnv(home: string = tempFolder(), more: CliIo["env"] = {}): CliIo["env"] {
  return {
    HOME: home,
    USERPROFILE: home,
    XDG_CACHE_HOME: noCache,
    LOCALAPPDATA: noCache,
    LANG: "en_GB.UTF-8",
    ...more,
  };
}

/** A SKILL.md with this description, quoted as YAML. */
export function skillWith(name: string, description: string, body = "Do it well."): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}\n`;
}
