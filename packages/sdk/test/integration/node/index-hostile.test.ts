import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodeRecords, encodeRecords } from "../../../src/node/folder/encode-records.ts";
import type { FolderRecords } from "../../../src/node/folder/folder-record.ts";
import { TimeSlices } from "../../../src/node/folder/time-slices.ts";
import { listedPlace, opened, type Place } from "./index-place.ts";
import { age, listing, skillMd, skillsAt } from "./skill-tree.ts";

const three = skillsAt("a", "b", "group/c");

describe("an index that is not what was written", () => {
  /** Lists with the index changed, and expects what is on disk. */
  async function survives(made: Place, change: (bytes: Buffer) => Uint8Array): Promise<void> {
    const [file = ""] = made.indexes();
    const sound = readFileSync(file);
    const truth = await listing(made.start({ index: false }));
    writeFileSync(file, change(Buffer.from(sound)));
    const { entries, diagnostics } = await listing(made.start());
    await age();
    writeFileSync(file, sound);
    expect({ entries, diagnostics }).toEqual({ entries: truth.entries, diagnostics: truth.diagnostics });
  }

  it("because it is empty, cut off, garbage, or of another version is worked out again", async () => {
    const made = await listedPlace(three);
    await survives(made, () => Buffer.alloc(0));
    await survives(made, (bytes) => bytes.subarray(0, 3));
    await survives(made, (bytes) => bytes.subarray(0, 15));
    await survives(made, (bytes) => bytes.subarray(0, bytes.length - 8));
    await survives(made, (bytes) => bytes.subarray(0, bytes.length >> 1));
    await survives(made, (bytes) => Buffer.concat([bytes, Buffer.from("more")]));
    await survives(made, () => Buffer.alloc(4_096));
    await survives(made, () => Buffer.from("{}"));
    await survives(made, () => Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 7_919) % 251)));
    await survives(made, (bytes) => bytes.fill(5, 0, 1));
    await survives(made, (bytes) => bytes.fill(255, 4, 12));
    await survives(made, (bytes) => bytes.fill(32, bytes.indexOf("{")));
  });

  it("because it is a folder is done without", async () => {
    const made = await listedPlace(three);
    const [file = ""] = made.indexes();
    rmSync(file);
    mkdirSync(file);
    expect((await listing(made.start())).ids).toEqual(["a", "b", "c"]);
  });

  it("because of one wrong byte does not change what is listed", async () => {
    const made = await listedPlace({ "a/SKILL.md": skillMd("a", "Reads files."), "group/b/SKILL.md": skillMd("b") });
    const [file = ""] = made.indexes();
    const sound = readFileSync(file);
    const truth = JSON.stringify((await listing(made.start({ index: false }))).entries);
    const wrong: string[] = [];
    for (let at = 0; at < sound.length; at++) {
      const bytes = Buffer.from(sound);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(file, bytes);
      const found = await listing(made.start()).then(
        ({ entries }) => JSON.stringify(entries),
        (error: unknown) => String(error),
      );
      if (found !== truth) wrong.push(`byte ${at}: ${found.slice(0, 120)}`);
    }
    await age();
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  /** An index as somebody would write it who knows the format. */
  async function forge({ root, indexes }: Place, change: (records: FolderRecords) => void): Promise<Uint8Array> {
    const records = await decodeRecords(readFileSync(indexes()[0] ?? ""), root, new TimeSlices());
    if (records === undefined) throw new Error("The index cannot be read.");
    change(records);
    return encodeRecords(records, new TimeSlices());
  }

  async function survivesForgery(change: (records: FolderRecords) => void): Promise<void> {
    const made = await listedPlace(three);
    mkdirSync(join(made.root, "../outside"));
    writeFileSync(join(made.root, "../outside/SKILL.md"), skillMd("outside"));
    const [file = ""] = made.indexes();
    const forged = await forge(made, change);
    expect(Buffer.compare(forged, readFileSync(file))).not.toBe(0);
    await survives(made, () => forged);
  }

  it("can be written by this test", async () => {
    const made = await listedPlace(three);
    const [file = ""] = made.indexes();
    writeFileSync(file, await forge(made, () => {}));
    expect((await opened(() => listing(made.start()))).names).toEqual([]);
  });

  it.each(["..", ".", "../outside", "/etc", "", "a\0b", "..\\outside", 5, null])(
    "because a folder is called %j leads nowhere",
    async (name) => {
      for (const field of ["folders", "links"] as const) {
        await survivesForgery(({ plain }) => {
          for (const [key, record] of plain) plain.set(key, { ...record, [field]: [...record[field], name] });
        });
      }
    },
  );

  it.each([
    ["an id that leads out", { entry: { id: "../outside", name: "a", description: "A." } }],
    ["an id that is no text", { entry: { id: 5, name: "a", description: "A." } }],
    ["findings that are no list", { diagnostics: 5, entry: undefined }],
    ["findings that are nothing", { diagnostics: [null], entry: undefined }],
  ])("because a skill has %s is worked out again", async (_, wrong) => {
    await survivesForgery(({ skills }) => {
      for (const [key, record] of skills) skills.set(key, { ...record, ...(wrong as object) });
    });
  });
});
