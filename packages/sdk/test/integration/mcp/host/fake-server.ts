import { createHash } from "node:crypto";
import { Client, InMemoryTransport, type JSONRPCMessage } from "@modelcontextprotocol/client";

type Params = Readonly<Record<string, unknown>>;

/** What a fake server answers a method with; it may throw `{ code, message }`. */
export type Answer = (params: Params) => unknown;

/** A server that says whatever it is told to say: no library keeps it honest. */
export interface FakeServer {
  readonly client: Client;
  /** Every request that came, in order. */
  readonly calls: { readonly method: string; readonly params: Params }[];
  readonly answers: Record<string, Answer>;
  /** URIs that were read. */
  readonly reads: () => string[];
  readonly notify: (method: string) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

export const skillsCapabilities: object = {
  resources: { listChanged: true },
  extensions: { "io.modelcontextprotocol/skills": {} },
};

/** Connects the official client to a fake server in this process. */
export async function fakeServer(
  answers: Record<string, Answer>,
  options: { readonly capabilities?: object; readonly name?: string } = {},
): Promise<FakeServer> {
  const { capabilities = skillsCapabilities, name = "fake" } = options;
  const [near, far] = InMemoryTransport.createLinkedPair();
  const calls: FakeServer["calls"] = [];
  far.onmessage = (message: JSONRPCMessage) => void handle(message);
  const handle = async (message: JSONRPCMessage): Promise<void> => {
    if (!("method" in message) || !("id" in message)) return;
    const { id, method, params = {} } = message as { id: number; method: string; params?: Params };
    // Whoever gave up may be gone by now.
    const send = (rest: object): Promise<void> =>
      far.send({ jsonrpc: "2.0", id, ...rest } as JSONRPCMessage).catch(() => {});
    if (method === "initialize") {
      const protocolVersion = "2025-11-25";
      await send({ result: { protocolVersion, capabilities, serverInfo: { name, version: "1" } } });
      return;
    }
    calls.push({ method, params });
    try {
      const answer = answers[method];
      if (answer === undefined) throw Object.assign(new Error("Method not found"), { code: -32601 });
      await send({ result: await answer(params) });
    } catch (error) {
      const { code = -32603, message: text } = error as { code?: number; message: string };
      await send({ error: { code, message: text } });
    }
  };
  await far.start();
  const client = new Client({ name: "host", version: "1.0.0" });
  await client.connect(near);
  return {
    client,
    calls,
    answers,
    reads: () => calls.filter(({ method }) => method === "resources/read").map(({ params }) => String(params["uri"])),
    notify: (method) => far.send({ jsonrpc: "2.0", method } as JSONRPCMessage),
    dispose: () => client.close(),
  };
}

/** The error that a server must answer with for what it does not have. */
export function notFound(): Error {
  return Object.assign(new Error("Resource not found"), { code: -32602 });
}

export interface FakeFile {
  uri: string;
  digest: string;
  size: number;
}

export interface FakeEntry {
  uri: string;
  frontmatter: Record<string, unknown>;
  resources: FakeFile[];
}

/** A skill, honest to begin with: its entry, and what is read at each of its URIs. */
export interface FakeSkill {
  readonly entry: FakeEntry;
  readonly contents: Map<string, string | Uint8Array>;
}

export function digestOf(content: string | Uint8Array): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}

export function fileOf(uri: string, content: string | Uint8Array): FakeFile {
  return { uri, digest: digestOf(content), size: Buffer.from(content).length };
}

/** An honest skill at `skill://<path>/`. */
export function fakeSkill(
  path: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  { frontmatter = {}, yaml = "", body = "Read `notes.txt`.\n", scheme = "skill" } = {},
): FakeSkill {
  const name = path.split("/").at(-1) ?? "";
  const root = `${scheme}://${path}`;
  const description = `Does what ${name} does.`;
  const raw = `---\nname: ${name}\ndescription: ${description}\n${yaml}---\n${body}`;
  const contents = new Map<string, string | Uint8Array>([[`${root}/SKILL.md`, raw]]);
  for (const [file, content] of Object.entries(files)) contents.set(`${root}/${file}`, content);
  return {
    entry: {
      uri: `${root}/SKILL.md`,
      frontmatter: { name, description, ...frontmatter },
      resources: [...contents].map(([uri, content]) => fileOf(uri, content)),
    },
    contents,
  };
}

/** What an honest server answers for these skills, with every entry on one page. */
export function answersFor(skills: readonly FakeSkill[]): Record<string, Answer> {
  const find = (uri: unknown): string | Uint8Array => {
    for (const { contents } of skills) {
      const content = contents.get(String(uri));
      if (content !== undefined) return content;
    }
    throw notFound();
  };
  return {
    "skills/list": () => ({
      resultType: "complete",
      skills: skills.map(({ entry }) => entry),
      ttlMs: 0,
      cacheScope: "private",
    }),
    "skills/get": ({ uri }) => {
      const skill = skills.find(({ entry }) => entry?.uri === uri);
      if (skill === undefined) throw notFound();
      return { resultType: "complete", skill: skill.entry, ttlMs: 0, cacheScope: "private" };
    },
    "resources/read": ({ uri }) => ({ resultType: "complete", contents: [contentOf(String(uri), find(uri))] }),
  };
}

/** One item of a read's contents. */
export function contentOf(uri: string, content: string | Uint8Array): object {
  if (typeof content === "string") return { uri, mimeType: "text/markdown", text: content };
  return { uri, mimeType: "application/octet-stream", blob: Buffer.from(content).toString("base64") };
}
