import { expect, it } from "vitest";
import { editProject } from "../../../../src/supply/project/edit-project.ts";
import type { ProjectSource } from "../../../../src/supply/project/project.ts";

const source: ProjectSource = { type: "file", path: "./skills" };

it("begins a project file", () => {
  expect(
    editProject("{}\n", { set: { own: source }, agents: ["codex"], mode: "link", scope: "user", bake: "a.ts" }),
  ).toBe(
    `${JSON.stringify(
      {
        skills: { own: source },
        targets: { install: { agents: ["codex"], mode: "link", scope: "user" }, bake: { out: "a.ts" } },
      },
      undefined,
      2,
    )}\n`,
  );
});

it("leaves the rest as it is: order, indentation, line ends, how skills are installed", () => {
  const text =
    '{\r\n\t"check": {},\r\n\t"targets": { "install": { "agents": ["codex"], "mode": "link" } },\r\n\t"skills": {}\r\n}\r\n';
  const edited = editProject(text, { set: { own: source }, scope: "user" });
  expect(edited.startsWith('{\r\n\t"check": {},\r\n\t"targets"')).toBe(true);
  expect(edited.replaceAll("\r\n", "")).not.toContain("\n");
  expect(JSON.parse(edited)).toEqual({
    check: {},
    targets: { install: { agents: ["codex"], mode: "link", scope: "user" } },
    skills: { own: source },
  });
});

it("takes sources out", () => {
  const text = editProject("{}", { set: { a: source, b: source } });
  expect(JSON.parse(editProject(text, { remove: ["a", "none"] }))).toEqual({ skills: { b: source } });
});
