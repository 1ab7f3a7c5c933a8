import { execFile, spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { tempFolder } from "./temp-folder.ts";

const run = promisify(execFile);
const limit = 20_000;

/** Whether there is a tmux to drive a terminal with. */
export const hasTmux: boolean = spawnSync("tmux", ["-V"]).status === 0;

/** A program in a real terminal. */
export interface Tmux {
  /** Types a text as it is. */
  type(text: string): Promise<void>;
  /** Presses a key, by tmux's name for it. */
  press(key: string): Promise<void>;
  screen(): Promise<string>;
  /** Waits until the screen shows this, from `after` on; fails with the screen after 20 s. */
  shows(wanted: string | RegExp, after?: string): Promise<string>;
}

/** Starts a program with this environment and no other, in a terminal of 100 by 60 that is gone after the test. */
export async function startTmux(
  command: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Tmux> {
  // A server of its own: nobody's sessions and settings are touched, and its socket goes with the folder.
  const env = { ...process.env, TMUX: "", TMUX_TMPDIR: tempFolder() };
  const tmux = async (...args: string[]): Promise<string> =>
    (await run("tmux", ["-f", "/dev/null", "-u", ...args], { env })).stdout;
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const variables = Object.entries(options.env).map(([name, value]) => quote(`${name}=${value ?? ""}`));
  const line = `env -i TERM="$TERM" ${variables.join(" ")} ${command.map(quote).join(" ")}; echo "exit code $?"; exec sleep 300`;
  await tmux("new-session", "-d", "-s", "test", "-x", "100", "-y", "60", "-c", options.cwd, "sh", "-c", line);
  onTestFinished(async () => void (await tmux("kill-server").catch(() => "")));
  const screen = (): Promise<string> => tmux("capture-pane", "-p", "-J", "-t", "test", "-S", "-500");
  return {
    type: async (text) => void (await tmux("send-keys", "-t", "test", "-l", text)),
    press: async (key) => void (await tmux("send-keys", "-t", "test", key)),
    screen,
    async shows(wanted, after) {
      const end = Date.now() + limit;
      for (;;) {
        const all = await screen();
        const from = after === undefined ? 0 : all.lastIndexOf(after);
        const part = from < 0 ? "" : all.slice(from);
        if (typeof wanted === "string" ? part.includes(wanted) : wanted.test(part)) return part;
        if (Date.now() > end)
          throw new Error(`The terminal does not show ${String(wanted)} after ${limit / 1000} s:\n${all}`);
        await wait(100);
      }
    },
  };
}
