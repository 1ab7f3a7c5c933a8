import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Settings of nobody: tests must not depend on who runs them. */
export const gitEnv: NodeJS.ProcessEnv = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

export const skillText = (name: string, body = "Do it."): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use it for tests.\n---\n\n${body}\n`;

/** A real repository with a working folder. */
export class GitRepo {
  readonly folder: string;

  constructor(folder: string, ...options: string[]) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    this.git("init", "--quiet", "--initial-branch=main", ...options);
    this.git("config", "uploadpack.allowFilter", "true");
    this.git("config", "core.autocrlf", "false");
  }

  git(...args: string[]): string {
    return execFileSync("git", args, {
      cwd: this.folder,
      env: gitEnv,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), content);
    }
  }

  executable(path: string): void {
    chmodSync(join(this.folder, path), 0o755);
  }

  remove(path: string): void {
    rmSync(join(this.folder, path), { recursive: true, force: true });
  }

  /** Commits everything, and gives the commit's id. */
  commit(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
    this.write(files);
    this.git("add", "--all", "--force");
    this.git("commit", "--quiet", "--allow-empty", "--message=x");
    return this.git("rev-parse", "HEAD");
  }

  /** Runs git with an input. */
  run(args: readonly string[], input: string | Uint8Array): string {
    return execFileSync("git", args, { cwd: this.folder, env: gitEnv, input, encoding: "utf8" }).trim();
  }

  /** An entry that no working folder can have: `git mktree` takes any name. */
  plant(lines: string): string {
    return this.run(["mktree", "--missing"], lines);
  }

  /** A commit of a tree. */
  commitTree(tree: string): string {
    return this.git("commit-tree", "-m", "x", tree);
  }

  blob(content: string): string {
    return this.run(["hash-object", "-w", "--stdin"], content);
  }
}

/** A pack with one content, and an index that lies about whose id that is. */
export function forgePack(
  folder: string,
  content: string,
  oid: string,
): { readonly pack: Buffer; readonly idx: Buffer } {
  const repo = new GitRepo(folder);
  const name = repo.run(["pack-objects", "-q", "made"], `${repo.blob(content)}\n`);
  const idx = readFileSync(join(folder, `made-${name}.idx`));
  const wanted = Buffer.from(oid, "hex");
  // A magic number and a version, how many ids begin with at most this byte, the ids, checksums and places, two digests.
  for (let first = 0; first < 256; first++) idx.writeUInt32BE(first >= (wanted[0] ?? 0) ? 1 : 0, 8 + first * 4);
  wanted.copy(idx, 8 + 1024);
  createHash("sha1")
    .update(idx.subarray(0, -20))
    .digest()
    .copy(idx, idx.length - 20);
  return { pack: readFileSync(join(folder, `made-${name}.pack`)), idx };
}
