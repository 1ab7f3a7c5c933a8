import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { posix } from "node:path";
import type { ContractSkill } from "../../../src/testing/index.ts";

/** A server of skills that is as careless as a server can be. */
export interface HttpPlace {
  readonly url: string;
  /** Paths that were asked for and lie outside of the skills, as the server understood them. */
  readonly strays: readonly string[];
  readonly put: (skill: ContractSkill) => void;
  readonly dispose: () => Promise<void>;
}

const base = "/tenants/a/skills";

/**
 * Serves the skills below `/tenants/a/skills/`. It decodes twice, takes backslashes for slashes and resolves dots, and
 * answers everything outside with the secret: a client that lets one attack through gets it.
 */
export async function httpPlace(
  skills: readonly ContractSkill[],
  options: { readonly secret?: string; readonly listFiles?: boolean } = {},
): Promise<HttpPlace> {
  const { secret = "nothing", listFiles = true } = options;
  const held = new Map(skills.map((skill) => [skill.name, skill]));
  const strays: string[] = [];
  const server = createServer((request, response) => {
    const path = understand(request.url ?? "");
    const content = path.startsWith(`${base}/`) ? find(path.slice(base.length + 1)) : stray(path);
    if (content === undefined) response.writeHead(404).end("nothing here");
    else response.writeHead(200, { "cache-control": "no-cache" }).end(content);
  });
  const stray = (path: string): string => {
    strays.push(path);
    return secret;
  };
  const find = (path: string): string | Uint8Array | undefined => {
    if (path === "index.json") return JSON.stringify({ skills: [...held.values()].map(indexed) });
    const [name = "", ...rest] = path.split("/");
    const skill = held.get(name);
    const file = rest.join("/");
    if (file === "SKILL.md" || skill === undefined) return skill?.raw;
    return Object.hasOwn(skill.files, file) ? skill.files[file] : undefined;
  };
  const indexed = ({ name, description, raw, files }: ContractSkill): object => ({
    name,
    description,
    digest: digestOf(raw),
    ...(listFiles && {
      files: Object.entries(files).map(([path, content]) => ({
        path,
        size: Buffer.from(content).length,
        digest: digestOf(content),
      })),
    }),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}/`,
    strays,
    put: (skill) => void held.set(skill.name, skill),
    dispose: () => close(server),
  };
}

function understand(url: string): string {
  const path = decode(decode(url.replace(/[?#].*$/s, ""))).normalize("NFKC");
  return posix.normalize(path.replaceAll("\\", "/").split("\0")[0] ?? "");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function digestOf(content: string | Uint8Array): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
