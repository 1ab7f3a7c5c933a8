import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failAction, mockModel, runSkill } from "@tradecraft/sdk/testing";
import type { Demo } from "../demo.ts";
import releaseAssistant from "./skill.ts";

/** What the agent answers, by step. A list has one answer for each visit. */
const answers = {
  "choose-version": { bump: "minor", because: "Parcels can be tracked, which is new." },
  "write-notes": { headline: "Parcels can be tracked", notes: "Call `track(id)` to see where a parcel is." },
  "run-checks": [{ blockers: ["The changelog has no entry."] }, { blockers: [] }],
  "clear-blockers": { done: ["Wrote the entry."] },
  approve: { approved: true },
  announce: { released: true, version: "1.5.0", summary: "1.5.0 is out. Parcels can be tracked now." },
};

/** Runs on a repository that is thrown away afterwards. */
export const demo: Demo = async function* () {
  const folder = mkdtempSync(join(tmpdir(), "release-assistant-"));
  const repository = join(folder, "parcel");
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
  const inRepository = (...args: string[]): string => git("-C", repository, ...args);
  try {
    git("init", "--quiet", "--initial-branch=main", "--bare", "origin.git");
    git("init", "--quiet", "--initial-branch=main", "parcel");
    inRepository("remote", "add", "origin", "../origin.git");
    const settings = {
      "user.name": "Demo",
      "user.email": "demo@parcel.example",
      "commit.gpgSign": "false",
      "tag.gpgSign": "false",
    };
    for (const [name, value] of Object.entries(settings)) inRepository("config", name, value);
    const commit = (message: string): string =>
      inRepository("commit", "--quiet", "--allow-empty", "--message", message);
    commit("chore: begin");
    inRepository("tag", "v1.4.2");
    commit("feat: parcels can be tracked");
    commit("fix(labels): umlauts are printed");
    const params = { repository, current: "1.4.2" };

    const released = await runSkill(releaseAssistant, { params, model: mockModel(answers) });
    assert.equal(released.finalOutput.released, true);
    assert.match(git("-C", "origin.git", "tag", "--list"), /^v1\.5\.0$/m);
    yield { title: "A release, with one thing in its way", ...released };

    const outage = failAction(new Error("The server is down for maintenance."));
    const off = { released: false, version: "1.4.2", summary: "The server is down. We try again tomorrow." };
    const calledOff = await runSkill(releaseAssistant, {
      params,
      actions: { "publish-tag": outage },
      model: mockModel({ ...answers, "publish-failed": [{ again: true }, { again: false }], "call-off": off }),
    });
    assert.deepEqual(calledOff.finalOutput, off);
    assert.deepEqual(calledOff.path.slice(-5), ["publish", "publish-failed", "publish", "publish-failed", "call-off"]);
    yield { title: "A release that cannot be published, and is called off", ...calledOff };

    const untagged = await runSkill(releaseAssistant, {
      params: { repository, current: "9.9.9" },
      model: mockModel({
        ...answers,
        "ask-for-changes": { changes: [{ kind: "fix", text: "Umlauts are printed." }] },
        approve: { approved: false },
        "call-off": { released: false, version: "9.9.9", summary: "Not now: the user wants to look at it again." },
      }),
    });
    assert.deepEqual(untagged.path.slice(0, 3), ["changes", "ask-for-changes", "choose-version"]);
    assert.equal(untagged.finalOutput.released, false);
    yield { title: "A history that cannot be read: the user is asked instead, and says no in the end", ...untagged };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
