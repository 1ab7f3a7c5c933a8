import { describe, expect, it, vi } from "vitest";
import {
  type Approval,
  createSkillset,
  isToolCallAllowed,
  memoryApprovalStore,
  type ScriptResult,
  type ScriptRunner,
  type SkillSource,
} from "@tradecraft/sdk";
import { fakeSkills, toolOf } from "./skillset-fixtures.ts";

const ok: ScriptResult = {
  exitCode: 0,
  signal: null,
  stdout: "",
  stderr: "",
  truncated: false,
  timedOut: false,
  durationMs: 5,
};
const runner = (result: Partial<ScriptResult> = {}): ScriptRunner => ({ run: async () => ({ ...ok, ...result }) });
const call = { skill: "a", script: "scripts/go.sh" };
const source = (): SkillSource => fakeSkills({ id: "a", files: { "scripts/go.sh": "echo 1" } });

describe("a parameter that is no text", () => {
  it.each([
    [["Bash(git:*)"], "Bash", { command: ["rm", "-rf", "/"], query: "git status" }],
    [["Read(docs/*)"], "Read", { file_path: ["/etc/shadow"], path: "docs/a" }],
    [["Bash(git:*)"], "Bash", { command: "git log\u2028rm -rf /" }],
  ])("%j does not cover %s %j", (allowed, tool, input) => {
    expect(isToolCallAllowed(allowed, { tool, input })).toBe(false);
  });
});

describe("an approval", () => {
  it("of a script with a star in its name covers that script alone", async () => {
    const store = memoryApprovalStore();
    const approval: Approval = { skill: "a", action: "run scripts/a *", digest: "sha256:1" };
    await store.add(approval);
    expect(await store.has(approval)).toBe(true);
    expect(await store.has({ ...approval, action: "run scripts/a evil.sh" })).toBe(false);
    await store.add({ ...approval, action: "run *" });
    expect(await store.has({ ...approval, action: "run scripts/a evil.sh" })).toBe(true);
  });

  it("that is awaited can be called off, and a late answer starts nothing", async () => {
    const run = vi.fn<ScriptRunner["run"]>(async () => ok);
    let resolve: (answer: "always") => void = () => undefined;
    const answer = new Promise<"always">((done) => (resolve = done));
    const approvals = memoryApprovalStore();
    const add = vi.spyOn(approvals, "add");
    const given: unknown[] = [];
    const approve = (_request: unknown, options: unknown): Promise<"always"> => {
      given.push(options);
      return answer;
    };
    const skillset = await createSkillset(source(), { scripts: { run }, approve, approvals });
    const controller = new AbortController();
    const pending = toolOf(skillset, "run_skill_script").execute(call, { signal: controller.signal });
    await vi.waitFor(() => expect(given).toEqual([{ signal: controller.signal }]));
    controller.abort(new Error("called off"));
    await expect(pending).rejects.toThrow("called off");
    resolve("always");
    await answer;
    expect(run).not.toHaveBeenCalled();
    expect(add).not.toHaveBeenCalled();
  });

  it("does not hold for a skill that changed while it was awaited", async () => {
    let body = "one";
    const skills: SkillSource = {
      list: async () => [{ id: "a", name: "a", description: "A." }],
      read: async () => `---\nname: a\ndescription: A.\n---\n${body}`,
      listResources: async () => [{ path: "scripts/go.sh" }],
      readResource: async () => "echo 1",
    };
    const run = vi.fn<ScriptRunner["run"]>(async () => ok);
    const approve = (): true => {
      body = "two";
      return true;
    };
    const skillset = await createSkillset(skills, { scripts: { run }, approve });
    expect(await toolOf(skillset, "run_skill_script").execute(call)).toContain(
      "changed while its approval was awaited",
    );
    expect(run).not.toHaveBeenCalled();
  });

  it("is for arguments that nobody can change", async () => {
    const requests: (readonly string[])[] = [];
    const scripts: ScriptRunner = {
      run: async ({ args }) => {
        requests.push(args);
        return ok;
      },
    };
    const approve = ({ args }: { args: readonly string[] }): true => {
      expect(() => (args as string[]).push("--evil")).toThrow(TypeError);
      return true;
    };
    const skillset = await createSkillset(source(), { scripts, approve });
    skillset.on("script-start", ({ args }) => void (args as string[]).push("--evil"));
    await toolOf(skillset, "run_skill_script").execute({ ...call, args: ["1"] });
    expect(requests).toEqual([["1"]]);
  });
});

describe("a script", () => {
  it("whose input is no text is not run", async () => {
    const run = vi.fn<ScriptRunner["run"]>(async () => ok);
    const skillset = await createSkillset(source(), { scripts: { run }, approve: () => true });
    expect(await toolOf(skillset, "run_skill_script").execute({ ...call, stdin: { a: 1 } })).toContain(
      "must be a text",
    );
    expect(run).not.toHaveBeenCalled();
  });

  it("that could not be run has an end, too", async () => {
    const scripts: ScriptRunner = { run: () => Promise.reject(new Error("no disk")) };
    const skillset = await createSkillset(source(), { scripts, approve: () => true });
    const ends: unknown[] = [];
    skillset.on("script-end", (event) => void ends.push(event));
    await expect(toolOf(skillset, "run_skill_script").execute(call)).rejects.toThrow("no disk");
    expect(ends).toEqual([{ id: "a", script: "scripts/go.sh", error: "no disk" }]);
  });

  it("that prints much is cut in the middle, and says so", async () => {
    const stdout = `first${"x".repeat(300_000)}last`;
    const skillset = await createSkillset(source(), { scripts: runner({ stdout }), approve: () => true });
    const answer = await toolOf(skillset, "run_skill_script").execute(call);
    expect(answer.length).toBeLessThan(70_000);
    expect(answer).toMatch(/truncated="true"/);
    expect(answer).toMatch(/first[\s\S]+characters were left out here[\s\S]+last/);
  });
});

describe("a long text", () => {
  it("of instructions is cut, and says so", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "a", body: "b".repeat(2_000_000) }));
    const answer = await toolOf(skillset, "load_skill").execute({ name: "a" });
    expect(answer.length).toBeLessThan(600_000);
    expect(answer).toContain("The instructions are 2000000 characters long");
  });

  it("of a file is read line by line", async () => {
    const skillset = await createSkillset(fakeSkills({ id: "a", files: { "a.md": "x\r\ny\rz\n".repeat(1000) } }));
    const read = (input: object): Promise<string> =>
      toolOf(skillset, "read_skill_file").execute({ skill: "a", path: "a.md", ...input });
    expect(await read({ startLine: 2, endLine: 4 })).toContain('lines="2-4" of="3000" untrusted="true">\ny\nz\nx\n');
    expect(await read({ startLine: 3000 })).toContain('lines="3000-3000" of="3000" untrusted="true">\nz\n');
  });
});

describe("an id with special characters", () => {
  it.each(["R&D", "x<y", 'q"x'])("%s can be given as the prompt shows it", async (id) => {
    const others = Array.from({ length: 50 }, (_, at) => ({ id: `other-${at}` }));
    const skillset = await createSkillset(fakeSkills({ id }, ...others), { budget: 300, pin: [id] });
    const shown = /<skill name="([^"]+)"/.exec(skillset.prompt())?.[1] ?? "";
    expect(shown).not.toBe(id);
    expect(await toolOf(skillset, "load_skill").execute({ name: shown })).toMatch(/^<skill name=/);
  });
});

describe("a budget", () => {
  it("that is no number is a mistake", async () => {
    await expect(createSkillset(source(), { budget: NaN })).rejects.toMatchObject({ code: "skillset-invalid" });
  });
});
