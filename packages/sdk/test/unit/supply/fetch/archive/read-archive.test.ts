import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { packTar } from "modern-tar";
import { describe, expect, test } from "vitest";
import { readArchive } from "../../../../../src/supply/fetch/archive/read-archive.ts";
import { DEFAULT_FETCH_LIMITS } from "../../../../../src/supply/fetch/default-fetch-limits.ts";
import type { FetchLimits } from "../../../../../src/supply/fetch/skill-fetcher.ts";
import { pax, tar, type TarPart, zip, type ZipEnd, type ZipPart } from "./make-archives.ts";

const limits = DEFAULT_FETCH_LIMITS;
const small: FetchLimits = { ...limits, maxUnpackedBytes: 100_000, maxEntries: 10 };

async function contents(bytes: Uint8Array, stripTopFolder = false): Promise<Record<string, string>> {
  const tree = await readArchive(bytes, { limits, stripTopFolder });
  const read = await tree.read(tree.entries.map(({ path }) => path));
  return Object.fromEntries([...read].map(([path, content]) => [path, new TextDecoder().decode(content)]));
}

describe("what others made is read", () => {
  test("tar, tar.gz and zip, with folders, modes and long names", async () => {
    const long = `${"folder-with-a-long-name/".repeat(8)}file-ü.md`;
    const packed = await packTar([
      { header: { name: "pkg/", type: "directory", size: 0 } },
      { header: { name: "pkg/SKILL.md", size: 2, mode: 0o644 }, body: "hi" },
      { header: { name: "pkg/run.sh", size: 1, mode: 0o755 }, body: "x" },
      { header: { name: `pkg/${long}`, size: 4 }, body: "long" },
      { header: { name: "pkg/empty", size: 0 } },
    ]);
    const expected = { "SKILL.md": "hi", "run.sh": "x", [long]: "long", empty: "" };
    expect(await contents(packed, true)).toEqual(expected);
    expect(await contents(gzipSync(packed), true)).toEqual(expected);
    expect(Object.keys(await contents(packed))).toContain("pkg/SKILL.md");
    const { entries } = await readArchive(packed, { limits, stripTopFolder: true });
    expect(entries.filter(({ executable }) => executable).map(({ path }) => path)).toEqual(["run.sh"]);
    const zipped = zipSync({
      pkg: {
        "SKILL.md": [new TextEncoder().encode("hi"), { level: 9 }],
        "run.sh": [new TextEncoder().encode("x"), { os: 3, attrs: (0o100755 << 16) >>> 0, level: 0 }],
        [long]: new TextEncoder().encode("long"),
        empty: new Uint8Array(),
      },
    });
    expect(await contents(zipped, true)).toEqual(expected);
    const zipTree = await readArchive(zipped, { limits });
    expect(zipTree.entries.filter(({ executable }) => executable).map(({ path }) => path)).toEqual(["pkg/run.sh"]);
  });

  test("made by hand as others make it: ./ in front, sizes that follow, a comment, backslashes", async () => {
    expect(
      await contents(
        tar([
          { name: "./", type: "5" },
          { name: "./a", body: "1" },
        ]),
      ),
    ).toEqual({ a: "1" });
    expect(
      await contents(
        tar([
          { name: "x", type: "x", body: pax("path", "ü/b") },
          { name: "y", body: "2" },
        ]),
      ),
    ).toEqual({ "ü/b": "2" });
    expect(
      await contents(
        zip(
          [
            { name: "a/", mode: 0o040755 },
            { name: "a/b", body: "3" },
          ],
          { comment: "hello" },
        ),
      ),
    ).toEqual({ "a/b": "3" });
    expect(await contents(zip([{ name: "a\\b", body: "4", host: 0, mode: 0 }]))).toEqual({ "a/b": "4" });
    expect(await contents(zip([]))).toEqual({});
  });

  test("a top folder is stripped only when all is in it", async () => {
    const parts = [
      { name: "a/x", body: "1" },
      { name: "b", body: "2" },
    ];
    expect(await contents(zip(parts), true)).toEqual({ "a/x": "1", b: "2" });
  });

  test("the limits are exact", async () => {
    const fits = { ...limits, maxUnpackedBytes: 6, maxEntries: 2 };
    const parts = [
      { name: "a", body: "123" },
      { name: "b", body: "456" },
    ];
    expect((await readArchive(zip(parts), { limits: fits })).entries).toHaveLength(2);
    await expect(readArchive(zip(parts), { limits: { ...fits, maxUnpackedBytes: 5 } })).rejects.toMatchObject({
      code: "file-too-large",
    });
    await expect(readArchive(zip(parts), { limits: { ...fits, maxEntries: 1 } })).rejects.toMatchObject({
      code: "file-too-large",
    });
    const bytes = tar(parts);
    await expect(
      readArchive(bytes, { limits: { ...limits, maxDownloadBytes: bytes.length - 1 } }),
    ).rejects.toMatchObject({ code: "file-too-large" });
  });
});

const file: TarPart = { name: "a/SKILL.md", body: "x" };
const hostileTars: readonly (readonly [string, readonly TarPart[], string, RegExp])[] = [
  ["leaves by ..", [{ name: "../x", body: "x" }], "path-refused", /\.\.\/x/],
  ["leaves by .. further in", [{ name: "a/../../x", body: "x" }], "path-refused", /leaves/],
  ["is absolute", [{ name: "/etc/cron.d/x", body: "x" }], "path-refused", /absolute/],
  ["leaves by a backslash", [{ name: "..\\x", body: "x" }], "path-refused", /leaves/],
  ["names a drive", [{ name: "C:/x", body: "x" }], "path-refused", /colon/],
  ["names a stream", [{ name: "a:b", body: "x" }], "path-refused", /colon/],
  ["names a device of Windows", [{ name: "a/NUL.txt", body: "x" }], "path-refused", /means something else/],
  ["leaves by a long name", [{ name: "x", type: "x", body: pax("path", "../../x") }, file], "path-refused", /leaves/],
  ["leaves by a long name of GNU", [{ name: "x", type: "L", body: "../../x\0" }, file], "path-refused", /leaves/],
  ["has a folder that leaves", [{ name: "../x/", type: "5" }, file], "path-refused", /leaves/],
  ["has a name with control characters", [{ name: "a\nb", body: "x" }], "path-refused", /control/],
  [
    "has a name that is no UTF-8",
    [{ name: "x", type: "x", body: pax("path", "\uFFFDx") }, file],
    "path-refused",
    /UTF-8/,
  ],
  ["has a symbolic link", [{ name: "a", type: "2", link: "/etc/passwd" }], "archive-refused", /"a" is a link/],
  ["has a hard link", [{ name: "a", type: "1", link: "b" }], "archive-refused", /is a link/],
  ["has a character device", [{ name: "a", type: "3" }], "archive-refused", /character device/],
  ["has a block device", [{ name: "a", type: "4" }], "archive-refused", /block device/],
  ["has a fifo", [{ name: "a", type: "6" }], "archive-refused", /fifo/],
  ["has a sparse file of GNU", [{ name: "a", type: "S" }], "archive-refused", /kind/],
  [
    "has a sparse file of pax",
    [{ name: "x", type: "x", body: pax("GNU.sparse.size", "9") }, file],
    "archive-refused",
    /sparse/,
  ],
  ["has two sizes", [{ name: "x", type: "x", body: pax("size", "9") }, file], "archive-refused", /twice/],
  ["has a file twice", [file, file], "archive-refused", /there twice/],
  [
    "has a file twice, differently written",
    [file, { ...file, name: "./a/SKILL.md" }],
    "archive-refused",
    /there twice/,
  ],
  ["has two files in different case", [file, { ...file, name: "a/skill.MD" }], "archive-refused", /case or Unicode/],
  ["has two folders in different case", [file, { ...file, name: "A/b" }], "archive-refused", /case or Unicode/],
  [
    "has two Unicode forms",
    [
      { name: "\u00e9", body: "" },
      { name: "e\u0301", body: "" },
    ],
    "archive-refused",
    /case or Unicode/,
  ],
  [
    "has a file that is a folder",
    [
      { name: "a", body: "x" },
      { name: "a/b", body: "x" },
    ],
    "archive-refused",
    /file and a folder/,
  ],
  [
    "has a file that is a folder elsewhere",
    [
      { name: "A", body: "x" },
      { name: "a/b", body: "x" },
    ],
    "archive-refused",
    /file and a folder/,
  ],
  ["has a file that ends in a slash", [{ name: "a/", body: "x" }], "archive-refused", /no file/],
  ["has damaged records", [{ name: "x", type: "x", body: "99 path=a\n" }, file], "archive-refused", /damaged records/],
  [
    "has records that end early",
    [{ name: "x", type: "x", body: "9 path=abcdef\n" }, file],
    "archive-refused",
    /damaged records/,
  ],
  ["has a wrong checksum", [{ ...file, badChecksum: true }], "archive-refused", /checksum/],
  ["is cut off", [{ ...file, size: 5000 }], "archive-refused", /cut off/],
  [
    "has too many entries",
    Array.from({ length: 11 }, (_, at) => ({ name: `f${at}`, body: "" })),
    "file-too-large",
    /10 entries/,
  ],
  ["has too much in it", [{ name: "a", body: "x".repeat(100_001) }], "file-too-large", /100000 bytes/],
];

describe.each([
  ["tar", (bytes: Uint8Array) => bytes],
  ["tar.gz", (bytes: Uint8Array) => gzipSync(bytes)],
] as const)("a hostile %s is refused as a whole when it", (_, pack) => {
  test.each(hostileTars)("%s", async (_name, parts, code, message) => {
    const reading = readArchive(pack(tar(parts)), { limits: small, where: "This test" });
    await expect(reading).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});

const text: ZipPart = { name: "a/SKILL.md", body: "x" };
const unicodeName = Buffer.concat([Buffer.from([0x75, 0x70, 9, 0, 1, 0, 0, 0, 0]), Buffer.from("evil")]);
type HostileZip = [name: string, parts: readonly ZipPart[], code: string, message: RegExp, end?: ZipEnd];

const hostileZips: HostileZip[] = [
  ["leaves by ..", [{ name: "../x", body: "x" }], "path-refused", /leaves/],
  ["is absolute", [{ name: "/x", body: "x" }], "path-refused", /absolute/],
  ["leaves by a backslash", [{ name: "a\\..\\..\\x", body: "x" }], "path-refused", /leaves/],
  ["names a drive", [{ name: "c:\\x", body: "x" }], "path-refused", /colon/],
  ["has a folder that leaves", [{ name: "../x/", mode: 0o040755 }], "path-refused", /leaves/],
  ["has a symbolic link", [{ name: "a", body: "/etc/passwd", mode: 0o120777 }], "archive-refused", /"a" is a link/],
  [
    "hides a link behind another host",
    [{ name: "a", body: "/x", mode: 0o120777, host: 0 }],
    "archive-refused",
    /is a link/,
  ],
  ["has a device", [{ name: "a", mode: 0o020644 }], "archive-refused", /neither a file/],
  ["has a folder that is a file", [{ name: "a/", mode: 0o100644 }], "archive-refused", /neither a file/],
  ["has a folder with content", [{ name: "a/", body: "x", mode: 0o040755 }], "archive-refused", /folder with content/],
  ["is encrypted", [{ ...text, flags: 0x801 }], "archive-refused", /encrypted/],
  ["is encrypted strongly", [{ ...text, flags: 0x841 }], "archive-refused", /encrypted/],
  ["hides encryption", [{ ...text, localFlags: 0x801 }], "archive-refused", /two ways/],
  ["is packed in an unknown way", [{ ...text, method: 14 }], "archive-refused", /not unpacked/],
  ["is packed in two ways", [{ ...text, localMethod: 0 }], "archive-refused", /two ways/],
  ["has two names", [{ ...text, localName: "b/SKILL.md" }], "archive-refused", /another name/],
  ["has two names in an extra field", [{ ...text, extra: unicodeName }], "archive-refused", /two names/],
  ["has a name that is no UTF-8", [{ ...text, name: "\uFFFD", localName: "\uFFFD" }], "path-refused", /UTF-8/],
  ["has a file twice", [text, text], "archive-refused", /there twice/],
  ["has two files in different case", [text, { ...text, name: "A/skill.md" }], "archive-refused", /case or Unicode/],
  ["has a file that is a folder", [{ name: "a", body: "x" }, text], "archive-refused", /file and a folder/],
  [
    "says less than it holds",
    [{ ...text, body: "x".repeat(5_000), size: 10, localSize: 10 }],
    "archive-refused",
    /another size/,
  ],
  ["says two sizes", [{ ...text, localSize: 2 }], "archive-refused", /own header/],
  ["has a wrong checksum", [{ ...text, crc: 1 }], "archive-refused", /checksum/],
  ["has damaged data", [{ ...text, data: new Uint8Array([255, 255, 255]) }], "archive-refused", /damaged/],
  ["shares data among entries", [text, { ...text, sharedWith: 0 }], "archive-refused", /overlaps/],
  [
    "inflates without end",
    [{ name: "a", body: new Uint8Array(50_000_000), size: 9, localSize: 9 }],
    "file-too-large",
    /100000 bytes/,
  ],
  [
    "is too much in sum",
    [
      { name: "a", body: new Uint8Array(60_000) },
      { name: "b", body: new Uint8Array(60_000) },
    ],
    "file-too-large",
    /100000/,
  ],
  ["has too many entries", Array.from({ length: 11 }, (_, at) => ({ name: `f${at}` })), "file-too-large", /10 entries/],
  ["is a zip64", [text], "archive-refused", /zip64/, { count: 0xffff }],
  ["has a zip64 entry", [{ ...text, extra: new Uint8Array([1, 0, 0, 0]) }], "archive-refused", /zip64/],
  ["has several volumes", [text], "archive-refused", /volumes/, { disk: 1 }],
  ["lists more than there is", [text], "archive-refused", /damaged directory/, { count: 2 }],
  ["lists less than there is", [text, { name: "b" }], "archive-refused", /more in its directory/, { count: 1 }],
  [
    "has something between directory and end",
    [text],
    "archive-refused",
    /before or after/,
    { between: new Uint8Array(9) },
  ],
  ["has something after its end", [text], "archive-refused", /no end/, { after: new Uint8Array(9) }],
];

describe("a hostile zip is refused as a whole when it", () => {
  test.each<HostileZip>(hostileZips)("%s", async (_name, parts, code, message, end) => {
    const reading = readArchive(zip(parts, end), { limits: small, where: "This test" });
    await expect(reading).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});

describe("what is no archive, or a bomb, is refused", () => {
  test("text, nothing, a gzip of text, a cut gzip", async () => {
    for (const bytes of [
      new Uint8Array(),
      Buffer.from("<html>"),
      gzipSync(Buffer.from("hello")),
      gzipSync(tar([file])).subarray(0, 40),
      Buffer.from("PK"),
    ]) {
      await expect(readArchive(bytes, { limits })).rejects.toMatchObject({ code: "archive-refused" });
    }
    await expect(readArchive(tar([file], { end: false }), { limits })).rejects.toMatchObject({
      code: "archive-refused",
    });
  });

  test("a gzip of 300 MB of zeros stops at the limit", async () => {
    const bomb = gzipSync(new Uint8Array(300_000_000), { level: 1 });
    expect(bomb.length).toBeLessThan(4_000_000);
    const before = process.memoryUsage().rss;
    await expect(readArchive(bomb, { limits: small })).rejects.toMatchObject({ code: "file-too-large" });
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  test("every single byte of a zip and a tar changed: read or refused, never anything else", async () => {
    for (const bytes of [zip([text, { name: "b", body: "yy" }]), tar([file, { name: "b", body: "yy" }])]) {
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 0xff;
        await readArchive(changed, { limits }).catch((error: unknown) =>
          expect(error, String(at)).toHaveProperty("facts"),
        );
      }
    }
  });
});
