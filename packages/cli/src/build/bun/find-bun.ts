import { access, constants } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BuildFailure } from "../build-failure.ts";

/** Where bun is: in `node_modules/.bin` above the skill or above this program, or in PATH. */
export async function findBun(from: string, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const program = process.platform === "win32" ? "bun.exe" : "bun";
  const folders = [
    ...above(from).map((folder) => join(folder, "node_modules", ".bin")),
    ...above(dirname(fileURLToPath(import.meta.url))).map((folder) => join(folder, "node_modules", ".bin")),
    ...(env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== ""),
  ];
  for (const folder of folders) {
    const file = join(folder, program);
    if (await isExecutable(file)) return file;
  }
  throw new BuildFailure("bundle", "There is no bun, which makes the executables.", [
    "npm install --save-dev bun, or https://bun.com; without it, --mode node needs nothing else.",
  ]);
}

function above(folder: string): string[] {
  return dirname(folder) === folder ? [folder] : [folder, ...above(dirname(folder))];
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
