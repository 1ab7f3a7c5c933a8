import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pack, publishedPackages } from "../../tools/pack.mjs";
import { run, runNpm } from "../../tools/run.mjs";

/** Signs in npm's output that the registry could not be reached, as opposed to a package that is wrong. */
const offline = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/;

/** An empty folder with both packages installed from their tarballs, as a user would have it. */
export interface InstalledProject {
  readonly folder: string;
  /** Files inside each tarball, by package name. */
  readonly packed: Readonly<Record<string, readonly string[]>>;
  /** Paths of the tarballs. */
  readonly tarballs: readonly string[];
  /** Why nothing could be installed; undefined when all went well. */
  readonly unavailable: string | undefined;
  write(files: Readonly<Record<string, string>>): void;
  node(...args: string[]): { code: number; output: string; stdout: string };
  npm(...args: string[]): { code: number; output: string; stdout: string };
  remove(): void;
}

/** Packs both packages and installs the tarballs; throws when npm refuses them. */
export function createInstalledProject(): InstalledProject {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-e2e-")));
  const folder = join(base, "project");
  mkdirSync(folder);
  const tarballs = publishedPackages.map((path) => pack(path, base));
  const project: Omit<InstalledProject, "unavailable"> = {
    folder,
    packed: Object.fromEntries(tarballs.map(({ name, files }) => [name, files])),
    tarballs: tarballs.map(({ tarball }) => tarball),
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    },
    node: (...args) => run(process.execPath, args, { cwd: folder }),
    npm: (...args) => runNpm(args, { cwd: folder }),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
  project.write({ "package.json": JSON.stringify({ name: "consumer", private: true, type: "module" }) });
  try {
    return { ...project, unavailable: installPacked(project, folder) };
  } catch (error) {
    project.remove();
    throw error;
  }
}

/** Installs the tarballs, and what else the folder's package.json asks for; says why it cannot, and throws when npm refuses them. */
export function installPacked(
  { tarballs }: Pick<InstalledProject, "tarballs">,
  cwd: string,
  ...more: readonly string[]
): string | undefined {
  const options = [...more, "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=0"];
  const installed = runNpm(["install", ...options, ...tarballs], { cwd });
  if (installed.code === 0) return undefined;
  if (offline.test(installed.output)) return "the npm registry cannot be reached";
  throw new Error(`npm install of the packed packages failed:\n${installed.output}`);
}
