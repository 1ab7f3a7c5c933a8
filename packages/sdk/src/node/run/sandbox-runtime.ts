import { homedir } from "node:os";
import { dirname } from "node:path";
import type { Sandbox } from "./sandbox.ts";

/** The part of `@anthropic-ai/sandbox-runtime` 0.0.78 that is used. */
interface SandboxManager {
  wrapWithSandboxArgv(
    command: string,
    shell: string,
    config: {
      readonly network: { readonly allowedDomains: string[]; readonly deniedDomains: string[] };
      readonly filesystem: Readonly<Record<"denyRead" | "allowRead" | "allowWrite" | "denyWrite", string[]>>;
    },
  ): Promise<{ argv: string[] }>;
}

/** Loads `@anthropic-ai/sandbox-runtime`, an optional peer; undefined where it is not installed. */
export async function sandboxRuntime(
  load: () => Promise<unknown> = loadPeer,
  home: string = homedir(),
): Promise<Sandbox | undefined> {
  const manager = managerOf(await load().catch(() => undefined));
  return manager === undefined ? undefined : wrapWith(manager, home);
}

function loadPeer(): Promise<unknown> {
  // Not a literal: the compiler must not ask for a package that most do not install.
  const name = "@anthropic-ai/sandbox-runtime";
  return import(name) as Promise<unknown>;
}

function managerOf(module: unknown): SandboxManager | undefined {
  return (module as { SandboxManager?: SandboxManager } | undefined)?.SandboxManager;
}

function wrapWith(manager: SandboxManager, home: string): Sandbox {
  return {
    name: "sandbox-runtime",
    endsWithHost: false,
    wrap: async (command, { reads, scratch }) => {
      // Its library takes a line for a shell and no list, so each word is quoted whole.
      const line = [command.command, ...command.args].map(quote).join(" ");
      const { argv } = await manager.wrapWithSandboxArgv(line, "/bin/bash", {
        network: { allowedDomains: [], deniedDomains: [] },
        filesystem: {
          // Reads are open by default. Homes of others lie beside this one.
          denyRead: dirname(home) === "/" ? [home] : [dirname(home), home],
          allowRead: [...reads, scratch],
          allowWrite: [scratch],
          denyWrite: [],
        },
      });
      const [program = "", ...args] = argv;
      return { ...command, command: program, args };
    },
  };
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
