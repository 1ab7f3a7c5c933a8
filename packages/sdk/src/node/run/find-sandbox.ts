import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { bubblewrap } from "./bubblewrap.ts";
import { findProgram } from "./find-program.ts";
import { makeScratch } from "./materialize-skill.ts";
import type { Sandbox, SandboxProbe } from "./sandbox.ts";
import { sandboxRuntime } from "./sandbox-runtime.ts";

/** The sandbox of this system, tried out once: a command is run in it. */
export async function findSandbox(path: string | undefined): Promise<SandboxProbe> {
  switch (process.platform) {
    case "linux": {
      const program = findProgram("bwrap", path);
      if (program === undefined)
        return none("bubblewrap is not installed; install it, for example with: apt-get install bubblewrap");
      return tryOut(bubblewrap(program), "bubblewrap cannot make a sandbox here; user namespaces may be switched off");
    }
    case "darwin": {
      const sandbox = await sandboxRuntime();
      if (sandbox === undefined)
        return none("the sandbox is not installed; install it with: npm install @anthropic-ai/sandbox-runtime@0.0.78");
      return tryOut(sandbox, "the sandbox of this system does not start");
    }
    default:
      return none(`there is no sandbox for ${process.platform}; use Linux, macOS or WSL 2`);
  }
}

async function tryOut(sandbox: Sandbox, problem: string): Promise<SandboxProbe> {
  const scratch = makeScratch("probe");
  try {
    const command = { command: "/usr/bin/env", args: ["true"], cwd: scratch, env: { PATH: "/usr/bin:/bin" } };
    const wrapped = await sandbox.wrap(command, { reads: [], scratch });
    const failure = await new Promise<string | undefined>((resolve) => {
      const options = { cwd: wrapped.cwd, env: { ...wrapped.env }, timeout: 10_000 };
      execFile(wrapped.command, [...wrapped.args], options, (error, _stdout, stderr) =>
        resolve(error === null ? undefined : stderr.trim().slice(0, 200) || error.message.slice(0, 200)),
      );
    });
    return failure === undefined ? { sandbox } : none(`${problem} (${failure})`);
  } catch (error) {
    return none(`${problem} (${String(error).slice(0, 200)})`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function none(reason: string): SandboxProbe {
  return { sandbox: undefined, reason };
}
