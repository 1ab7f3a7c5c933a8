import { expect, it } from "vitest";
import { sha256 } from "../../../../src/core/sha256.ts";
import { fileDigest } from "../../../../src/mcp/serve/publish/file-digest.ts";

it.each([0, 1, 4096, 64 * 1024, 64 * 1024 + 1])("is the one digest, however it is made: %i bytes", async (size) => {
  const bytes = new Uint8Array(size).fill(7);
  expect(await fileDigest(bytes)).toBe(await sha256(bytes));
});
