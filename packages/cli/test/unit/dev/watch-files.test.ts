import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { watchFiles } from "../../../src/dev/watch-files.ts";
import { tempFolder } from "../../helpers/temp-folder.ts";

it("tells once of changes that come together, and only of what was named", async () => {
  const cwd = tempFolder({ "src/a.ts": "1", "src/b.ts": "1", "references/x.md": "1" });
  let count = 0;
  const files = watchFiles(() => count++);
  onTestFinished(() => files.close());
  const until = async (wanted: number): Promise<void> => {
    for (let tries = 0; count < wanted && tries < 100; tries++) await wait(50);
    await wait(250);
    expect(count).toBe(wanted);
  };
  files.observe([join(cwd, "src/a.ts")], [join(cwd, "references"), join(cwd, "nowhere")]);
  writeFileSync(join(cwd, "src/b.ts"), "2");
  writeFileSync(join(cwd, "src/.tradecraft-1.mjs"), "2");
  await until(0);
  writeFileSync(join(cwd, "src/a.ts"), "2");
  writeFileSync(join(cwd, "src/a.ts"), "3");
  await until(1);
  // As editors save.
  writeFileSync(join(cwd, "src/a.ts~"), "4");
  renameSync(join(cwd, "src/a.ts~"), join(cwd, "src/a.ts"));
  await until(2);
  writeFileSync(join(cwd, "references/y.md"), "1");
  await until(3);
});
