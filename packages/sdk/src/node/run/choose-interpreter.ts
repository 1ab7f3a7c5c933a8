import { createRequire } from "node:module";
import { isAbsolute, sep } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { findProgram, isProgram } from "./find-program.ts";
import { hasInlineMetadata } from "./has-inline-metadata.ts";
import { nodeTypeStripping } from "./node-type-stripping.ts";
import type { OpenedScript } from "./open-script.ts";
import { readShebang } from "./read-shebang.ts";

/** How a script is started: a program, and what comes before the script's own arguments. */
export interface Interpreter {
  readonly command: string;
  readonly args: readonly string[];
  /** Folders that the program needs to read, beside its own. */
  readonly reads?: readonly string[];
}

export interface ChooseInterpreterOptions {
  /** The search path. */
  readonly path: string | undefined;
  /** By extension, with its dot: a program and its first arguments. */
  readonly interpreters: Readonly<Record<string, readonly string[]>>;
}

/** Decides what runs a script, by its extension, else by its first line, else by its being a program. */
export function chooseInterpreter(script: OpenedScript, options: ChooseInterpreterOptions): Interpreter {
  const { path, interpreters } = options;
  const extension = /\.[^./]+$/.exec(script.path)?.[0].toLowerCase() ?? "";
  const own = Object.hasOwn(interpreters, extension) ? interpreters[extension] : undefined;
  if (own !== undefined) return start(own, script, path);
  switch (extension) {
    case ".py":
      return startPython(script, path);
    case ".sh":
      return start(["bash"], script, path);
    case ".js":
    case ".mjs":
    case ".cjs":
      return { command: process.execPath, args: [script.file] };
    case ".ts":
    case ".mts":
    case ".cts":
      return startTypeScript(script, path);
    default:
      return startByItself(script, path);
  }
}

function startPython(script: OpenedScript, path: string | undefined): Interpreter {
  const uv = hasInlineMetadata(new TextDecoder().decode(script.content)) ? findProgram("uv", path) : undefined;
  if (uv !== undefined) return { command: uv, args: ["run", "--quiet", "--script", script.file] };
  const python =
    findProgram("python3", path) ?? (process.platform === "win32" ? findProgram("python", path) : undefined);
  if (python === undefined) throw unavailable(script.path, "Python 3 is not on the PATH");
  return { command: python, args: [script.file] };
}

function startTypeScript(script: OpenedScript, path: string | undefined): Interpreter {
  const options = nodeTypeStripping(process.versions.node);
  if (options !== undefined) return { command: process.execPath, args: [...options, script.file] };
  const tsx = installedTsx();
  if (tsx !== undefined) {
    const modules = tsx.slice(0, tsx.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
    return { command: process.execPath, args: [tsx, script.file], reads: [modules] };
  }
  const program = findProgram("tsx", path);
  if (program !== undefined) return { command: program, args: [script.file] };
  throw unavailable(
    script.path,
    `Node ${process.versions.node} cannot run TypeScript; use Node 22.6 or later, or install tsx`,
  );
}

function installedTsx(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve("tsx/cli");
  } catch {
    return undefined;
  }
}

function startByItself(script: OpenedScript, path: string | undefined): Interpreter {
  const shebang = readShebang(script.content);
  if (shebang !== undefined) return start(shebang, script, path);
  // Started without a look, a text file would be handed to a shell by the C library.
  if (!isBinary(script.content))
    throw unavailable(script.path, "its extension names no language, and it has no #! line that says what runs it");
  if (!script.executable) throw unavailable(script.path, "it is a program, and it is not executable");
  return { command: script.file, args: [] };
}

function start(
  [program = "", ...first]: readonly string[],
  script: OpenedScript,
  path: string | undefined,
): Interpreter {
  const command = isAbsolute(program) ? program : findProgram(program, path);
  if (command === undefined) throw unavailable(script.path, `${program} is not on the PATH`);
  if (command === program && !isProgram(command)) throw unavailable(script.path, `there is no program ${program}`);
  return { command, args: [...first, script.file] };
}

/** ELF, Mach-O of either order and fat, and Windows. */
const magics = ["7f454c46", "cffaedfe", "cefaedfe", "feedfacf", "feedface", "cafebabe", "4d5a"];

function isBinary(content: Uint8Array): boolean {
  const head = Buffer.from(content.subarray(0, 4)).toString("hex");
  return magics.some((magic) => head.startsWith(magic));
}

function unavailable(path: string, reason: string): SkillError {
  return new SkillError("script-unavailable", `The script "${path}" cannot be run: ${reason}.`, { facts: { path } });
}
