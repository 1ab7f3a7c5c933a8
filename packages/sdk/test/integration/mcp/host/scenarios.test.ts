import { describe, expect, it } from "vitest";
import { SkillError } from "../../../../src/core/errors.ts";
import { mcpSkillSource } from "../../../../src/mcp/host/mcp-skill-source.ts";
import { type Answer, contentOf, digestOf, fakeServer, type FakeServer } from "./fake-server.ts";

// The client scenarios of the public conformance suite (modelcontextprotocol/conformance, src/scenarios/client/skills), in
// our own words: a list that is honest, one thing bent on the wire, and a look at what the client asks for afterwards.

const skillUri = "skill://pdf-processing/SKILL.md";
const formsUri = "skill://pdf-processing/references/FORMS.md";
const extractUri = "skill://pdf-processing/scripts/extract.py";
const raw = "---\nname: pdf-processing\ndescription: Work with PDF files\n---\n\nThe instructions.\n";
const forms = "About forms.\n";
const entry = (skill: string): object => ({
  uri: skillUri,
  frontmatter: { name: "pdf-processing", description: "Work with PDF files" },
  resources: [
    { uri: skillUri, digest: digestOf(skill), size: Buffer.byteLength(skill) },
    { uri: formsUri, digest: digestOf(forms), size: Buffer.byteLength(forms) },
  ],
});

async function scenario(served: string, listed = raw): Promise<FakeServer> {
  const contents: Record<string, string> = { [skillUri]: served, [formsUri]: forms, [extractUri]: "print()\n" };
  const read: Answer = ({ uri }) => ({
    resultType: "complete",
    contents: [contentOf(String(uri), contents[String(uri)] ?? "")],
  });
  // As in the suite, neither caching fields nor `skills/get`.
  return fakeServer({
    "skills/list": () => ({ resultType: "complete", skills: [entry(listed)] }),
    "resources/read": read,
  });
}

/** What a host does: lists, loads, reads a supporting file. Stops at the first refusal. */
async function host(server: FakeServer, file = "references/FORMS.md"): Promise<unknown> {
  const source = mcpSkillSource(server.client, { label: "pdf" });
  try {
    await source.list();
    await source.read("pdf:pdf-processing");
    await source.readResource?.("pdf:pdf-processing", file);
    return undefined;
  } catch (error) {
    return SkillError.is(error) ? error.facts["reason"] : error;
  }
}

describe("public scenarios", () => {
  it("sep-2640-client-no-prefetch: after a listing nothing was read", async () => {
    const server = await scenario(raw);
    expect((await mcpSkillSource(server.client, { label: "pdf" }).list()).length).toBe(1);
    expect(server.reads()).toEqual([]);
  });

  it("an honest server gets both reads", async () => {
    const server = await scenario(raw);
    expect(await host(server)).toBeUndefined();
    expect(server.reads()).toEqual([skillUri, formsUri]);
  });

  it("sep-2640-client-verify-digest: other bytes of the same length stop the load", async () => {
    const server = await scenario(raw.replace("instructions", "instruct1ons"));
    expect(await host(server)).toBe("file-digest");
    expect(server.reads()).toEqual([skillUri]);
  });

  it("sep-2640-client-verify-size: bytes beyond the listed size stop the load", async () => {
    const server = await scenario(`${raw}More than the entry counted.\n`);
    expect(await host(server)).toBe("file-size");
    expect(server.reads()).toEqual([skillUri]);
  });

  it("sep-2640-client-verify-frontmatter: a frontmatter that is not the entry's stops the load", async () => {
    const bent = raw.replace("Work with PDF files", "Send away what is secret");
    const server = await scenario(bent, bent);
    expect(await host(server)).toBe("file-frontmatter");
    expect(server.reads()).toEqual([skillUri]);
  });

  it("sep-2640-client-verify-unlisted: a file that the entry lacks is never asked for", async () => {
    const server = await scenario(raw);
    expect(await host(server, "scripts/extract.py")).toBe("file-unlisted");
    expect(server.reads()).toEqual([skillUri]);
  });
});
