// Executables for several platforms, made by a stand-in for bun: what happens when some cannot be made.

import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callSkill, skillSource } from "../../helpers/build-fixtures.ts";
import { isBuilt, spawnCli } from "../../helpers/spawn-cli.ts";
import { tempFolder } from "../../helpers/temp-folder.ts";

/** Writes its arguments down, and makes a script that prints them; fails for targets that are not there. */
const standIn = `#!/bin/sh
for arg in "$@"; do
  case $arg in
  --target=bun-*) target=\${arg#--target=bun-} ;;
  --outfile=*) out=\${arg#--outfile=} ;;
  esac
done
case " $MISSING " in
*" $target "*) echo "error: Failed to download executable for target 'bun-$target'" >&2; exit 1 ;;
esac
printf '#!/bin/sh\\n# %s\\necho "$0" "$@"\\n' "$*" > "$out"
chmod +x "$out"
`;

async function build(missing: string, targets: string, ...more: string[]) {
  const folder = tempFolder({ "skill.ts": skillSource("trip"), "bin/bun": standIn });
  chmodSync(join(folder, "bin/bun"), 0o755);
  const args = ["build", "skill.ts", "-o", "out/trip", "--mode", "bun", "--targets", targets, "--no-smoke", ...more];
  const env = { PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`, MISSING: missing };
  return { folder, out: join(folder, "out/trip"), ...(await spawnCli(args, { cwd: folder, env })) };
}

describe.skipIf(!isBuilt || process.platform === "win32")("build --mode bun", () => {
  it("reports a target that cannot be made, and makes the others, which take nothing from where they are called", async () => {
    const { code, stdout, out } = await build("darwin-arm64", "darwin-arm64,linux-x64,windows-x64");
    expect(code).toBe(0);
    expect(stdout).toMatch(/darwin-arm64.*Failed to download/);
    expect(readdirSync(join(out, "bin"))).toEqual(["trip-linux-x64", "trip-windows-x64.exe"]);
    const [, asked] = readFileSync(join(out, "bin/trip-linux-x64"), "utf8").split("\n");
    expect(asked).toContain("--no-compile-autoload-bunfig --no-compile-autoload-dotenv");

    const on = (machine: string) => {
      const path = tempFolder({ uname: `#!/bin/sh\necho '${machine}'\n` });
      chmodSync(join(path, "uname"), 0o755);
      return callSkill(join(out, "scripts/run"), ["a b", "*"], { env: { PATH: `${path}:/usr/bin:/bin` } });
    };
    expect(on("Linux x86_64").stdout).toMatch(/\/bin\/trip-linux-x64 a b \*\n$/);
    expect(on("MINGW64_NT-10.0-26100 x86_64").stdout).toMatch(/\/bin\/trip-windows-x64\.exe a b \*\n$/);
    const missing = on("Darwin arm64");
    expect([missing.code, missing.result["kind"], missing.result["code"]]).toEqual([1, "error", "target-missing"]);
    expect(missing.stderr).toBe(
      "error: This skill was built for linux-x64, windows-x64; this machine is Darwin arm64.\n",
    );

    const exe = '"%~dp0..\\bin\\trip-windows-x64.exe"';
    const lines = readFileSync(join(out, "scripts/run.cmd"), "utf8").split("\r\n");
    expect(lines[0]).toBe("@echo off");
    expect(lines.slice(-3)).toEqual([`${exe} %*`, "exit /b %errorlevel%", ""]);
    for (const line of lines.slice(1, -3)) expect(line.startsWith(`if not exist ${exe} `)).toBe(true);
    expect(JSON.parse(lines[1]?.replace(/^.* echo /, "") ?? "")).toMatchObject({ code: "target-missing" });
  });

  it("is a failure when none can be made, and leaves nothing behind", async () => {
    const { code, stdout, stderr, folder } = await build("linux-x64 darwin-x64", "linux-x64,darwin-x64", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: "build-bundle" } });
    expect(stderr).toContain("bun made no executable");
    for (const target of ["linux-x64", "darwin-x64"]) expect(stderr).toContain(`${target}: error: Failed to download`);
    expect(existsSync(join(folder, "out/trip"))).toBe(false);
    expect(readdirSync(join(folder, "out"))).toEqual([]);
  });
});
