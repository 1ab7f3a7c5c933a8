import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** An answer as it is kept. */
export interface KeptAnswer {
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly contentType: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Answers of servers by address, in a folder that others write to as well: what is not whole counts as absent. */
export interface AnswerCache {
  get(url: URL): Promise<KeptAnswer | undefined>;
  /** Where it cannot be kept it is asked for again. */
  put(url: URL, answer: KeptAnswer): Promise<void>;
}

export function answerCache(folder: string): AnswerCache {
  const fileOf = (url: URL): string => join(folder, "answers", digestOf(new TextEncoder().encode(url.href)));
  return {
    get: async (url) => {
      try {
        const kept = await readFile(fileOf(url));
        const end = kept.indexOf(10);
        const head = JSON.parse(kept.toString("utf8", 0, end)) as Record<string, unknown>;
        const bytes = new Uint8Array(kept.subarray(end + 1));
        if (digestOf(bytes) !== head["sha256"] || !URL.canParse(String(head["url"]))) return undefined;
        const { contentType, etag, lastModified } = head;
        return {
          url: String(head["url"]),
          contentType: typeof contentType === "string" ? contentType : "",
          etag: typeof etag === "string" ? etag : undefined,
          lastModified: typeof lastModified === "string" ? lastModified : undefined,
          bytes,
        };
      } catch {
        return undefined;
      }
    },
    put: async (url, { bytes, ...answer }) => {
      const file = fileOf(url);
      const draft = `${file}.${randomUUID()}`;
      try {
        await mkdir(join(folder, "answers"), { recursive: true, mode: 0o700 });
        const head = `${JSON.stringify({ ...answer, sha256: digestOf(bytes) })}\n`;
        await writeFile(draft, Buffer.concat([Buffer.from(head), bytes]), { mode: 0o600, flag: "wx" });
        await rename(draft, file);
      } catch {
        await rm(draft, { force: true }).catch(() => undefined);
      }
    },
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
