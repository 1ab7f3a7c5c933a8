import { copyFileSync, chmodSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasInlineMetadata } from "../../../src/node/run/has-inline-metadata.ts";
import { nodeTypeStripping } from "../../../src/node/run/node-type-stripping.ts";
import { readShebang } from "../../../src/node/run/read-shebang.ts";
import { folderSkill, memorySkill, runScript, tempFolder } from "./script-skill.ts";
import { withPython } from "./with-python.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const metadata = '# /// script\n# requires-python = ">=3.9"\n# dependencies = []\n# ///\nprint("hi")\n';

/** Runs with a search path that begins with a folder of these programs. */
async function withPrograms<Result>(
  programs: Readonly<Record<string, string>>,
  only: boolean,
  action: () => Promise<Result>,
): Promise<Result> {
  const folder = tempFolder();
  for (const [name, source] of Object.entries(programs)) writeFileSync(join(folder, name), source, { mode: 0o755 });
  const before = process.env["PATH"];
  process.env["PATH"] = only ? folder : `${folder}:${before}`;
  try {
    return await action();
  } finally {
    process.env["PATH"] = before;
  }
}

describe("what runs a script", () => {
  withPython("goes by extension", async () => {
    const files = {
      "scripts/a.py": "import sys; print('python', sys.version_info[0])",
      "scripts/a.sh": '[[ -n $BASH_VERSION ]] && echo "bash $0"\n',
      "scripts/a.js": "console.log('node', typeof require)",
      "scripts/a.cjs": "console.log('node', typeof require)",
      "scripts/deep/a.mjs": "console.log('node', typeof require)",
    };
    const skill = folderSkill(files);
    const out = async (script: string) => (await runScript(skill, script)).stdout.trim();
    expect(await out("scripts/a.py")).toBe("python 3");
    expect(await out("scripts/a.sh")).toBe(`bash ${join(skill.folder, "scripts/a.sh")}`);
    expect(await out("scripts/a.js")).toBe("node function");
    expect(await out("scripts/a.cjs")).toBe("node function");
    expect(await out("scripts/deep/a.mjs")).toBe("node undefined");
  });

  it("goes by the first line, executable or not, and by being a program", async () => {
    const files = {
      "scripts/plain": "#!/usr/bin/env bash\necho ${BASH_VERSION:+bash}\n",
      "*scripts/runs": "#!/bin/sh\necho sh\n",
      "scripts/windows": "#!/bin/sh\r\necho crlf\n",
      "scripts/split.rb": "#!/usr/bin/env -S bash -e\nfalse\necho not here\n",
    };
    expect((await runScript(files, "scripts/plain")).stdout).toBe("bash\n");
    expect((await runScript(files, "scripts/runs")).stdout).toBe("sh\n");
    expect((await runScript(files, "scripts/windows")).stdout).toContain("crlf");
    expect(await runScript(files, "scripts/split.rb")).toMatchObject({ exitCode: 1, stdout: "" });
    const skill = folderSkill(files);
    const program = join(skill.folder, "scripts/true");
    copyFileSync("/bin/true", program);
    chmodSync(program, 0o755);
    expect((await runScript(skill, "scripts/true")).exitCode).toBe(0);
    chmodSync(program, 0o644);
    await expect(runScript(skill, "scripts/true")).rejects.toThrow("not executable");
  });

  it("is never a shell that nobody named", async () => {
    const files = { "*scripts/text": "echo run by a shell\n", "*scripts/empty": "", "*scripts/data.csv": "a,b\n" };
    for (const script of ["scripts/text", "scripts/empty", "scripts/data.csv"]) {
      const run = runScript(files, script);
      await expect(run, script).rejects.toMatchObject({ code: "script-unavailable" });
      await expect(run).rejects.toThrow("no #! line");
    }
  });

  it("says what is missing", async () => {
    const files = {
      "scripts/a.rb": "#!/usr/bin/env no-such-ruby\n",
      "scripts/b": "#!/no/such/program\n",
      "scripts/a.py": "",
      "scripts/a.sh": "",
    };
    await expect(runScript(files, "scripts/a.rb")).rejects.toThrow("no-such-ruby is not on the PATH");
    await expect(runScript(files, "scripts/b")).rejects.toThrow("there is no program /no/such/program");
    await withPrograms({}, true, async () => {
      await expect(runScript(files, "scripts/a.py")).rejects.toThrow("Python 3 is not on the PATH");
      await expect(runScript(files, "scripts/a.sh")).rejects.toMatchObject({ code: "script-unavailable" });
    });
  });

  it("runs TypeScript where Node can, and else says what to do", async () => {
    const run = runScript({ "scripts/a.ts": "const n: number = 3; console.log(n);" }, "scripts/a.ts");
    if (nodeTypeStripping(process.versions.node) === undefined)
      await expect(run).rejects.toThrow(/cannot run TypeScript; use Node 22\.6 or later, or install tsx/);
    else expect(await run).toMatchObject({ exitCode: 0, stdout: "3\n", stderr: "" });
    await withPrograms({ tsx: '#!/bin/sh\necho "tsx $1"\n' }, false, async () => {
      if (nodeTypeStripping(process.versions.node) !== undefined) return;
      expect((await runScript({ "scripts/a.ts": "" }, "scripts/a.ts")).stdout).toMatch(/^tsx \/.*scripts\/a\.ts\n$/);
    });
    expect(
      ["20.19.0", "22.5.1", "22.6.0", "22.17.9", "22.18.0", "23.5.0", "23.6.0", "24.0.0"].map(
        (version) => nodeTypeStripping(version)?.length,
      ),
    ).toEqual([undefined, undefined, 2, 2, 1, 2, 1, 1]);
  });

  withPython("is uv for a Python script that says what it needs, if there is uv", async () => {
    const files = { "scripts/needs.py": metadata, "scripts/plain.py": "print('hi')" };
    await withPrograms({ uv: '#!/bin/sh\necho "uv $*"\n' }, false, async () => {
      expect((await runScript(files, "scripts/needs.py", { args: ["-x"] })).stdout).toMatch(
        /^uv run --quiet --script \/.*needs\.py -x\n$/,
      );
      expect((await runScript(files, "scripts/plain.py")).stdout).toBe("hi\n");
    });
    await withPrograms({ python3: "#!/bin/sh\necho python\n" }, true, async () => {
      expect((await runScript(files, "scripts/needs.py")).stdout).toBe("python\n");
    });
  });

  it("may be told by the program", async () => {
    const options = { interpreters: { ".rb": ["/bin/echo", "ruby"] } };
    expect((await runScript({ "scripts/a.rb": "" }, "scripts/a.rb", {}, options)).stdout).toMatch(/^ruby \/.*a\.rb\n$/);
  });

  it("is not taken from the skill", async () => {
    const skill = folderSkill({
      "scripts/a.sh": "echo right\n",
      "*bin/bash": "#!/bin/sh\necho wrong\n",
      "*bash": "#!/bin/sh\necho wrong\n",
    });
    const before = process.env["PATH"];
    process.env["PATH"] = `:.:${join(skill.folder, "bin")}:${before}`;
    try {
      expect((await runScript(skill, "scripts/a.sh")).stdout).toBe("right\n");
    } finally {
      process.env["PATH"] = before;
    }
  });

  it("knows inline metadata from other comments", () => {
    expect(hasInlineMetadata(metadata)).toBe(true);
    expect(hasInlineMetadata(metadata.replaceAll("\n", "\r\n"))).toBe(true);
    expect(hasInlineMetadata(`#!/usr/bin/env python3\n"""Doc."""\n${metadata}`)).toBe(true);
    for (const other of [
      "",
      "print(1)",
      "# /// script\nprint(1)\n# ///",
      "# /// script\n# dependencies = []\n",
      "# /// pyproject\n# ///",
      " # /// script\n # ///",
    ]) {
      expect(hasInlineMetadata(other), other).toBe(false);
    }
  });

  it("reads the first line as the system does, and no more of env than a name", () => {
    expect(readShebang(bytes("#!/bin/awk -f\n"))).toEqual(["/bin/awk", "-f"]);
    expect(readShebang(bytes("#! /bin/sh -e -x\n"))).toEqual(["/bin/sh", "-e -x"]);
    expect(readShebang(bytes("#!/usr/bin/env python3"))).toEqual(["python3"]);
    for (const none of [
      "",
      "#",
      "#!",
      "#!bash\n",
      "#!/usr/bin/env\n",
      "#!/usr/bin/env -i sh\n",
      "#!/usr/bin/env A=1 sh\n",
      "#!/usr/bin/env sh -x\n",
      "\ufeff#!/bin/sh",
    ]) {
      expect(readShebang(bytes(none)), none).toBeUndefined();
    }
  });
});

describe("which files are run", () => {
  const hello = "#!/bin/sh\necho hello\n";

  it("are those below scripts/, by a plain path", async () => {
    const files = { "scripts/a.sh": hello, "other/a.sh": hello, "a.sh": hello, "scriptsX/a.sh": hello };
    for (const path of [
      "other/a.sh",
      "a.sh",
      "scriptsX/a.sh",
      "scripts",
      "scripts/../a.sh",
      "../x/scripts/a.sh",
      "/bin/true",
      "scripts//a.sh",
      "scripts/%2e%2e/a.sh",
      "scripts/a.sh\0",
      "scripts/./a.sh",
      "",
    ]) {
      await expect(runScript(files, path), path).rejects.toMatchObject({ code: "path-refused" });
    }
    await expect(runScript(files, "scripts/b.sh")).rejects.toMatchObject({ code: "resource-missing" });
    expect((await runScript(files, "./scripts/a.sh")).stdout).toBe("hello\n");
  });

  it("are neither links nor behind links, nor anything but files", async () => {
    const outside = tempFolder();
    writeFileSync(join(outside, "evil.sh"), "echo evil\n");
    const skill = folderSkill({ "scripts/a.sh": hello, "SKILL.md": "" });
    symlinkSync(join(outside, "evil.sh"), join(skill.folder, "scripts/link.sh"));
    symlinkSync("a.sh", join(skill.folder, "scripts/inside.sh"));
    symlinkSync(outside, join(skill.folder, "scripts/folder"));
    symlinkSync("/dev/stdin", join(skill.folder, "scripts/device.sh"));
    mkdirSync(join(skill.folder, "scripts/dir.sh"));
    for (const script of ["link.sh", "inside.sh", "folder/evil.sh", "device.sh"]) {
      await expect(runScript(skill, `scripts/${script}`), script).rejects.toMatchObject({ code: "path-refused" });
    }
    await expect(runScript(skill, "scripts/dir.sh")).rejects.toMatchObject({ code: "resource-missing" });
    renameSync(join(skill.folder, "scripts"), join(outside, "scripts"));
    symlinkSync(join(outside, "scripts"), join(skill.folder, "scripts"));
    await expect(runScript(skill, "scripts/a.sh")).rejects.toMatchObject({ code: "path-refused" });
  });

  it("run below the folder's real path when the folder itself is reached by a link", async () => {
    const skill = folderSkill({ "scripts/a.sh": "pwd -P\n" });
    const link = join(tempFolder(), "link");
    symlinkSync(skill.folder, link);
    expect((await runScript({ ...skill, directory: async () => link } as never, "scripts/a.sh")).stdout).toBe(
      `${skill.folder}\n`,
    );
  });

  withPython("are put into a private folder where the skill has none, and taken away again", async () => {
    const files = {
      "scripts/a.py":
        "import os, stat, lib.helper\nprint(os.getcwd())\nfor f in ('.', 'scripts/a.py', 'scripts/tool', 'data.bin'):\n  print(oct(os.stat(f).st_mode & 0o777))\nprint(open('data.bin', 'rb').read())\n",
      "*scripts/tool": hello,
      "lib/helper.py": "",
      "data.bin": new Uint8Array([0, 255]),
    };
    const { stdout, stderr } = await runScript(memorySkill(files), "scripts/a.py");
    expect(stderr).toBe("");
    const [folder = "", ...rest] = stdout.trim().split("\n");
    expect(rest).toEqual(["0o700", "0o600", "0o700", "0o600", String.raw`b'\x00\xff'`]);
    expect(() => rmSync(folder, { recursive: true })).toThrow("ENOENT");
  });

  it("may all be run from a copy, so that nothing can be changed on the way", async () => {
    const skill = folderSkill({ "scripts/a.sh": "pwd -P; touch here\n" });
    const { stdout } = await runScript(skill, "scripts/a.sh", {}, { folder: "copy" });
    expect(stdout).not.toContain(skill.folder);
    expect((await skill.listResources()).map(({ path }) => path)).toEqual(["scripts/a.sh"]);
  });

  it("have safe names, or the whole skill is refused", async () => {
    const others = ["../evil.sh", "/etc/evil", "a/../../evil", "scripts/A.sh", "con", "a\0b", "scripts\\evil.sh"];
    for (const other of others) {
      const run = runScript(memorySkill({ "scripts/a.sh": hello, [other]: "" }), "scripts/a.sh");
      await expect(run, other).rejects.toMatchObject({ code: "path-refused" });
    }
  });

  withPython("leave no compiled files in the skill", async () => {
    const skill = folderSkill({
      "scripts/a.py": "import lib.helper, near\n",
      "lib/helper.py": "",
      "scripts/near.py": "",
    });
    expect((await runScript(skill, "scripts/a.py")).exitCode).toBe(0);
    expect((await skill.listResources()).map(({ path }) => path)).toEqual([
      "lib/helper.py",
      "scripts/a.py",
      "scripts/near.py",
    ]);
  });

  it("may share their content with another name", async () => {
    const skill = folderSkill({ "scripts/a.sh": hello });
    linkSync(join(skill.folder, "scripts/a.sh"), join(skill.folder, "scripts/b.sh"));
    expect((await runScript(skill, "scripts/b.sh")).stdout).toBe("hello\n");
  });
});
