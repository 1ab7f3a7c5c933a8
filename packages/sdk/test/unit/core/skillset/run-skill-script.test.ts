import { describe, expect, it, vi } from "vitest";
import {
  type ApproveScript,
  createSkillset,
  type CreateSkillsetOptions,
  memoryApprovalStore,
  type ScriptRequest,
  type ScriptResult,
  type ScriptRunner,
  SkillError,
  type Skillset,
} from "@tradecraft/sdk";
import { fakeSkills, toolNames, toolOf } from "./skillset-fixtures.ts";

const ok: ScriptResult = {
  exitCode: 0,
  signal: null,
  stdout: "Done.",
  stderr: "",
  truncated: false,
  timedOut: false,
  durationMs: 5,
};
function fakeRunner(result: Partial<ScriptResult> = {}): ScriptRunner & { requests: ScriptRequest[] } {
  const requests: ScriptRequest[] = [];
  return {
    requests,
    run: async (request) => {
      requests.push(request);
      return { ...ok, ...result };
    },
  };
}
const skills = (): ReturnType<typeof fakeSkills> =>
  fakeSkills(
    {
      id: "a",
      files: { "scripts/go.sh": "echo 1", "scripts/sub/deep.py": "1", "references/x.md": "X", "go.sh": "no" },
    },
    { id: "hidden", disableModelInvocation: true, files: { "scripts/go.sh": "x" } },
  );
const make = (options: CreateSkillsetOptions, source = skills()): Promise<Skillset> => createSkillset(source, options);
const run = (skillset: Skillset, input: object): Promise<string> =>
  toolOf(skillset, "run_skill_script").execute({ skill: "a", script: "scripts/go.sh", ...input });

describe("run_skill_script", () => {
  it("is there only with a runner and somebody who approves", async () => {
    const scripts = fakeRunner();
    expect(toolNames(await make({}))).not.toContain("run_skill_script");
    expect(toolNames(await make({ scripts }))).not.toContain("run_skill_script");
    expect(toolNames(await make({ approve: () => true }))).not.toContain("run_skill_script");
    expect(toolNames(await make({ scripts, approve: () => true }))).toContain("run_skill_script");
  });

  it("runs what is approved, and gives what it prints", async () => {
    const scripts = fakeRunner();
    const answer = await run(await make({ scripts, approve: () => true }), { args: ["1"], stdin: "in" });
    expect(answer).toBe(
      '<skill_script skill="a" script="scripts/go.sh" outcome="ok" exit="0" untrusted="true">\n<stdout>\nDone.\n</stdout>\n</skill_script>',
    );
    expect(scripts.requests).toMatchObject([{ script: "scripts/go.sh", args: ["1"], stdin: "in" }]);
    const { skill } = scripts.requests[0] as ScriptRequest;
    expect(skill).toMatchObject({ id: "a", name: "a" });
    expect(await skill.readResource("scripts/go.sh")).toBe("echo 1");
    expect(await skill.directory()).toBeUndefined();
  });

  it("tells the runner what was approved, so that nothing else is run", async () => {
    const scripts = fakeRunner();
    await run(await make({ scripts, approve: () => true }), {});
    const paths = scripts.requests[0]?.files?.map(({ path }) => path);
    expect(paths).toEqual(["SKILL.md", "go.sh", "references/x.md", "scripts/go.sh", "scripts/sub/deep.py"]);
  });

  it.each([
    [
      ["a", 1, true, "b c", "--x=y", "; rm"],
      ["a", "1", "true", "b c", "--x=y", "; rm"],
    ],
    [
      { name: "x y", n: 3, on: true, off: false, none: null, many: ["1", "2"] },
      ["--name", "x y", "--n", "3", "--on", "--many", "1", "--many", "2"],
    ],
    [undefined, []],
    [null, []],
    ["", []],
    [[], []],
    [{}, []],
  ])("takes the arguments %j", async (args, expected) => {
    const scripts = fakeRunner();
    await run(await make({ scripts, approve: () => true }), { args });
    expect(scripts.requests[0]?.args).toEqual(expected);
  });

  it.each([
    "a b",
    5,
    true,
    [{}],
    [["x"]],
    [null],
    ["a\0"],
    { "a b": 1 },
    { "--x": 1 },
    { "": 1 },
    { a: {} },
    { a: "\0" },
  ])("refuses the arguments %j, and asks nobody", async (args) => {
    const scripts = fakeRunner();
    const approve = vi.fn(() => true);
    const answer = await run(await make({ scripts, approve }), { args });
    expect(answer).toMatch(/^The script was not run: /);
    expect(scripts.requests).toEqual([]);
    expect(approve).not.toHaveBeenCalled();
  });

  it.each(["go.sh", "./scripts/go.sh", "scripts\\go.sh", " scripts/go.sh "])(
    "finds the script as %j",
    async (script) => {
      const scripts = fakeRunner();
      await run(await make({ scripts, approve: () => true }), { script });
      expect(scripts.requests[0]?.script).toBe("scripts/go.sh");
    },
  );

  it.each([
    "none.sh",
    "references/x.md",
    "../go.sh",
    "scripts/../go.sh",
    "scripts/../../a/go.sh",
    "/bin/sh",
    "scripts",
    "scripts/",
    "",
    "scripts/sub",
    "C:\\x",
    "scripts/%2e%2e/go.sh",
    "scripts/./go.sh",
    "SKILL.md",
    "constructor",
    "x".repeat(100_000),
  ])("does not run %j", async (script) => {
    const scripts = fakeRunner();
    const approve = vi.fn(() => true);
    const answer = await run(await make({ scripts, approve }), { script });
    expect(answer).toMatch(/^The (?:script was not run|skill "a" has no script)/);
    expect(answer.length).toBeLessThan(500);
    expect(scripts.requests).toEqual([]);
    expect(approve).not.toHaveBeenCalled();
  });

  it.each(["hidden", "none", "", "constructor"])("does not run a script of %j", async (skill) => {
    const scripts = fakeRunner();
    expect(await run(await make({ scripts, approve: () => true }), { skill })).toContain("There is no skill");
    expect(scripts.requests).toEqual([]);
  });

  it("shows both streams of a failure, and how it ended", async () => {
    const failed = fakeRunner({ exitCode: 2, stdout: "half", stderr: "why", truncated: true });
    const answer = await run(await make({ scripts: failed, approve: () => true }), {});
    expect(answer).toContain('outcome="failed" exit="2" truncated="true"');
    expect(answer).toContain("<stdout>\nhalf\n</stdout>\n<stderr>\nwhy\n</stderr>");
    const slow = fakeRunner({ exitCode: null, signal: "SIGKILL", timedOut: true, durationMs: 120_000 });
    expect(await run(await make({ scripts: slow, approve: () => true }), {})).toMatch(
      /outcome="timed-out" signal="SIGKILL"[\s\S]*stopped after 120 s/,
    );
    const silent = fakeRunner({ stdout: "" });
    expect(await run(await make({ scripts: silent, approve: () => true }), {})).toContain("<stdout>");
  });

  it("gives a refusal of the runner as a message, and other errors as they are", async () => {
    const refuse: ScriptRunner = {
      run: () => Promise.reject(new SkillError("sandbox-unavailable", "No sandbox here.")),
    };
    expect(await run(await make({ scripts: refuse, approve: () => true }), {})).toBe(
      "The script was not run: No sandbox here.",
    );
    const broken: ScriptRunner = { run: () => Promise.reject(new TypeError("a bug")) };
    await expect(run(await make({ scripts: broken, approve: () => true }), {})).rejects.toThrow("a bug");
  });

  it("tells of what happens", async () => {
    const skillset = await make({ scripts: fakeRunner(), approve: () => true });
    const heard: string[] = [];
    for (const name of ["approval-requested", "script-start", "script-end"] as const) {
      skillset.on(name, (event) => heard.push(`${name} ${event.id} ${event.script}`));
    }
    await run(skillset, {});
    expect(heard).toEqual([
      "approval-requested a scripts/go.sh",
      "script-start a scripts/go.sh",
      "script-end a scripts/go.sh",
    ]);
  });
});

describe("approval", () => {
  it("is asked for with everything there is to know", async () => {
    const approve = vi.fn<ApproveScript>(() => true);
    await run(await make({ scripts: fakeRunner(), approve }), { args: { n: 1 } });
    expect(approve).toHaveBeenCalledWith(
      expect.objectContaining({
        skill: "a",
        script: "scripts/go.sh",
        args: ["--n", "1"],
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
      }),
      {},
    );
  });

  it("shows what the script is given to read", async () => {
    const approve = vi.fn<ApproveScript>(() => true);
    await run(await make({ scripts: fakeRunner(), approve }), { stdin: "rm -rf /" });
    expect(JSON.stringify(approve.mock.calls[0])).toContain("rm -rf /");
  });

  it.each([false, undefined, null, 0, "", "no", "never", {}])("of %j is none", async (answer) => {
    const scripts = fakeRunner();
    const approve = (() => answer) as unknown as ApproveScript;
    expect(await run(await make({ scripts, approve }), {})).toContain("permission was refused");
    expect(scripts.requests).toEqual([]);
  });

  it("holds once, or always", async () => {
    const source = skills();
    for (const [answer, times] of [
      [true, 3],
      ["always", 1],
    ] as const) {
      const approve = vi.fn<ApproveScript>(async () => answer);
      const skillset = await make({ scripts: fakeRunner(), approve }, source);
      for (let time = 0; time < 3; time++) expect(await run(skillset, {})).toContain("Done.");
      expect(approve).toHaveBeenCalledTimes(times);
    }
  });

  it("for always is for this script alone, and ends when any file changes", async () => {
    const approvals = memoryApprovalStore();
    const approve = vi.fn<ApproveScript>(() => "always");
    const files: Record<string, string> = { "scripts/go.sh": "1", "scripts/two.sh": "2", "lib.txt": "3" };
    const source = fakeSkills({ id: "a", files });
    const skillset = await make({ scripts: fakeRunner(), approve, approvals }, source);
    await run(skillset, {});
    await run(skillset, { script: "two.sh" });
    expect(approve).toHaveBeenCalledTimes(2);
    files["lib.txt"] = "changed";
    await run(skillset, {});
    expect(approve).toHaveBeenCalledTimes(3);
    (source.skills[0] ?? { body: "" }).body = "Other instructions.";
    await run(skillset, {});
    expect(approve).toHaveBeenCalledTimes(4);
    const other = await make({ scripts: fakeRunner(), approve, approvals }, source);
    await run(other, {});
    expect(approve).toHaveBeenCalledTimes(4);
  });

  it("that was refused is asked for again", async () => {
    const approve = vi.fn<ApproveScript>(() => false);
    const skillset = await make({ scripts: fakeRunner(), approve });
    await run(skillset, {});
    await run(skillset, {});
    expect(approve).toHaveBeenCalledTimes(2);
  });
});
