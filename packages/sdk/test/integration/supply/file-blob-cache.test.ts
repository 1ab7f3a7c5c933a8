import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileBlobCache } from "../../../src/supply/cache/file-blob-cache.ts";
import { tempFolder } from "../node/temp-folder.ts";

const bytes = new TextEncoder().encode("content");
const digest = createHash("sha256").update(bytes).digest("hex");

test("keeps contents by their digest, for their owner alone", async () => {
  const folder = join(tempFolder(), "blobs");
  const cache = fileBlobCache({ folder });
  expect(await cache.get(digest)).toBeUndefined();
  expect(await cache.has(digest, bytes.length)).toBe(false);
  expect(await cache.put(bytes)).toBe(digest);
  expect(await cache.put(bytes)).toBe(digest);
  expect(Buffer.from((await cache.get(digest)) ?? [])).toEqual(Buffer.from(bytes));
  expect(await cache.has(digest, bytes.length)).toBe(true);
  expect(await cache.has(digest, 1)).toBe(false);
  const place = join(folder, digest.slice(0, 2));
  expect(readdirSync(place)).toEqual([digest.slice(2)]);
  if (process.platform !== "win32") {
    expect(statSync(join(place, digest.slice(2))).mode & 0o777).toBe(0o600);
    expect(statSync(place).mode & 0o777).toBe(0o700);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  }
  const empty = await cache.put(new Uint8Array());
  expect(await cache.get(empty)).toHaveLength(0);
});

test("what is torn or poisoned is as good as absent, and mended by the next put", async () => {
  const folder = tempFolder();
  const cache = fileBlobCache({ folder });
  await cache.put(bytes);
  const file = join(folder, digest.slice(0, 2), digest.slice(2));
  for (const wrong of ["cont", "CONTENT"]) {
    writeFileSync(file, wrong);
    expect(await cache.get(digest)).toBeUndefined();
    expect(readdirSync(join(folder, digest.slice(0, 2)))).toEqual([]);
    writeFileSync(file, wrong);
    await cache.put(bytes);
    expect(await cache.get(digest)).toBeDefined();
  }
  rmSync(folder, { recursive: true });
  await cache.put(bytes);
  expect(await cache.get(digest)).toBeDefined();
});

test("a digest never becomes another path; a folder that cannot be used is named", async () => {
  const root = tempFolder();
  const cache = fileBlobCache({ folder: root });
  for (const wrong of ["../../etc/passwd", "", "A".repeat(64), digest.toUpperCase(), `${digest}x`]) {
    await expect(cache.get(wrong)).rejects.toMatchObject({ code: "path-refused" });
    await expect(cache.has(wrong, 1)).rejects.toMatchObject({ code: "path-refused" });
  }
  writeFileSync(join(root, "file"), "");
  await expect(fileBlobCache({ folder: join(root, "file") }).put(bytes)).rejects.toMatchObject({
    code: "file-unreadable",
  });
});

test("thousands of files, and many writers of the same", async () => {
  const folder = tempFolder();
  mkdirSync(folder, { recursive: true });
  const caches = [fileBlobCache({ folder }), fileBlobCache({ folder })] as const;
  const contents = Array.from({ length: 2_000 }, (_, at) => Buffer.from(`content ${at}`));
  const digests = await Promise.all(caches.map((cache) => Promise.all(contents.map((content) => cache.put(content)))));
  expect(digests[0]).toEqual(digests[1]);
  const read = await Promise.all((digests[0] ?? []).map((one) => caches[1].get(one)));
  expect(read.every((content, at) => content !== undefined && contents[at]?.equals(content) === true)).toBe(true);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  expect(names.filter((name) => name.includes("."))).toEqual([]);
});
