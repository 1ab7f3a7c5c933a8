import { sep } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { skillDigest } from "../../core/integrity/skill-digest.ts";
import type { SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { isWithin } from "../is-within.ts";
import { inspectSkillFolder } from "../pin/inspect-skill-folder.ts";

/** A root whose skills are trusted while it holds exactly what somebody agreed to. */
export class RootAgreement {
  readonly #path: string;
  readonly #digest: string;
  #held: boolean | undefined;
  /** What was agreed to, once it was seen: the digest stands for no other list. */
  #agreed: { readonly directory: string; readonly files: SkillFileList } | undefined;

  constructor(path: string, digest: string) {
    this.#path = path;
    this.#digest = digest;
  }

  /** Reads everything in the root anew. */
  async look(): Promise<{ readonly holds: boolean; readonly turned: boolean }> {
    const holds = await this.#holds();
    const turned = this.#held !== undefined && this.#held !== holds;
    this.#held = holds;
    return { holds, turned };
  }

  /** The files of a skill in this root as they were agreed to; undefined where its folder lies elsewhere. */
  filesOf(directory: string): SkillFileList | undefined {
    const { directory: root, files } = this.#agreed ?? {};
    if (root === undefined || files === undefined || !isWithin(root, directory)) return undefined;
    const start = directory === root ? "" : `${directory.slice(root.length + 1).replaceAll(sep, "/")}/`;
    return files.flatMap((file) =>
      file.path.startsWith(start) ? [{ ...file, path: file.path.slice(start.length) }] : [],
    );
  }

  async #holds(): Promise<boolean> {
    try {
      const { directory, files, problems } = await inspectSkillFolder(this.#path);
      if (problems.length > 0 || (await skillDigest(files)) !== this.#digest) return false;
      this.#agreed = { directory, files };
      return true;
    } catch (error) {
      if (SkillError.is(error)) return false;
      throw error;
    }
  }
}
