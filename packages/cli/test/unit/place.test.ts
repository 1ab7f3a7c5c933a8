import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { discoveredPlace, placeOf, shownPath } from "../../src/catalog/place.ts";

const home = resolve("/home/ada");
const project = join(home, "work/project");

describe("shownPath", () => {
  it("is how a person would write it", () => {
    expect(shownPath(join(project, "a/SKILL.md"), project, home)).toBe("a/SKILL.md");
    expect(shownPath(project, project, home)).toBe(".");
    expect(shownPath(join(home, "work/.claude/skills"), project, home)).toBe("../.claude/skills");
    expect(shownPath(join(home, ".agents/skills"), project, home)).toBe("~/.agents/skills");
    expect(shownPath(resolve("/opt/x"), project, home)).toBe(resolve("/opt/x"));
  });
});

describe("places", () => {
  it("are named by scope; a project's need trust until somebody agreed", () => {
    const own = discoveredPlace(
      { path: join(project, ".agents/skills"), scope: "project", trusted: false },
      project,
      home,
    );
    expect(own).toMatchObject({ label: "project .agents/skills", needsTrust: true });
    const agreed = discoveredPlace({ path: own.path, scope: "project", trusted: true }, project, home);
    expect(agreed.needsTrust).toBe(false);
    const user = discoveredPlace({ path: join(home, ".agents/skills"), scope: "user", trusted: true }, home, home);
    expect(user).toMatchObject({ label: "user ~/.agents/skills", needsTrust: false });
    expect(placeOf([own, user], join(project, ".agents/skills/a/SKILL.md"))).toBe(own);
    expect(placeOf([own, user], join(project, "a/SKILL.md"))).toBeUndefined();
    expect(placeOf([own, user], undefined)).toBeUndefined();
  });

  it("are the nearest when one lies in another", () => {
    const place = (path: string) => ({ path, scope: "given" as const, label: path, needsTrust: false });
    const [outer, inner] = [place(project), place(join(project, "deep"))];
    expect(placeOf([inner, outer], join(project, "deep/a/SKILL.md"))).toBe(inner);
    expect(placeOf([outer, inner], join(project, "deep/a/SKILL.md"))).toBe(inner);
  });
});
