import { expect, it } from "vitest";
import { mediaType } from "../../../../src/mcp/serve/publish/media-type.ts";

it.each([
  ["SKILL.md", "text/markdown"],
  ["a/b.PY", "text/x-python"],
  ["a.tar.gz", "application/octet-stream"],
  ["Makefile", "application/octet-stream"],
  [".md", "application/octet-stream"],
  ["x.constructor", "application/octet-stream"],
])("%s is %s", (path, type) => {
  expect(mediaType(path)).toBe(type);
});
