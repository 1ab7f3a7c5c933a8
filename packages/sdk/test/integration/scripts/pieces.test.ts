import { expect, it } from "vitest";
import { CappedOutput } from "../../../src/node/run/capped-output.ts";
import { sandboxRuntime } from "../../../src/node/run/sandbox-runtime.ts";

it("keeps the beginning and the end of an output, whole characters only, and counts right", () => {
  for (const max of [2, 7, 8, 9, 10, 60, 64]) {
    for (const size of [0, 10, 20, 60, 70, 300_000]) {
      for (const step of [1, 3, 1_000_000]) {
        if (size / step > 1_000) continue;
        const whole = Buffer.from("aé€😀".repeat(size / 10));
        const output = new CappedOutput(max);
        for (let at = 0; at < size; at += step) output.push(whole.subarray(at, at + step));
        const text = output.text();
        expect([output.total, output.truncated]).toEqual([size, size > max]);
        if (!output.truncated) expect(text).toBe(whole.toString("utf8"));
        else {
          const [, begin = "", count = "", end = ""] =
            /^(.*)\n\[… ([\d,]+) bytes left out here …\]\n(.*)$/s.exec(text) ?? [];
          expect(whole.toString("utf8").startsWith(begin)).toBe(true);
          expect(whole.toString("utf8").endsWith(end)).toBe(true);
          expect(Number(count.replaceAll(",", ""))).toBe(size - Buffer.byteLength(begin + end));
        }
      }
    }
  }
});

it("gives the sandbox runtime a line in which nothing is interpreted, and a policy that keeps the home closed", async () => {
  const calls: unknown[][] = [];
  const SandboxManager = {
    wrapWithSandboxArgv: async (...given: unknown[]) => (calls.push(given), { argv: ["/bin/bash", "-c", "wrapped"] }),
  };
  const sandbox = await sandboxRuntime(async () => ({ SandboxManager }), "/Users/ann");
  const command = { command: "/bin/echo", args: ["it's", "$HOME", ""], cwd: "/skill", env: { A: "1" } };
  expect(await sandbox?.wrap(command, { reads: ["/skill"], scratch: "/scratch" })).toEqual({
    command: "/bin/bash",
    args: ["-c", "wrapped"],
    cwd: "/skill",
    env: { A: "1" },
  });
  expect(calls).toEqual([
    [
      String.raw`'/bin/echo' 'it'\''s' '$HOME' ''`,
      "/bin/bash",
      {
        network: { allowedDomains: [], deniedDomains: [] },
        filesystem: {
          denyRead: ["/Users", "/Users/ann"],
          allowRead: ["/skill", "/scratch"],
          allowWrite: ["/scratch"],
          denyWrite: [],
        },
      },
    ],
  ]);
  expect(await sandboxRuntime(() => Promise.reject(new Error("not installed")))).toBeUndefined();
  expect(await sandboxRuntime(async () => ({}))).toBeUndefined();
});
