import { describe, expect, it } from "vitest";
import { applyTextRules } from "../../../../src/supply/scan/scan-skill.ts";
import { TEXT_RULES } from "../../../../src/supply/scan/rules/index.ts";

const seeds = [
  "a",
  " ",
  "`",
  "!`",
  "<!--",
  "<span hidden ",
  "[//]: # (",
  "ignore all the ",
  "ignore all previous ",
  "do not tell ",
  "you must ",
  "curl ",
  "curl x | tee ",
  "wget -O ",
  'sh -c "$(',
  "eval $(curl ",
  "iex ",
  "base64 -d | ",
  "exec(a(",
  "eval(atob(",
  "eval(Buffer.from(",
  "powershell -e ",
  "https://a.b/",
  "![](https://a/?x={",
  "QUJD",
  "\\x41",
  "cat ~/.ssh/id_rsa ",
  "a=$(env);",
  "process.env ",
  "requests.get(",
  "npx -y ",
  "pip install -a ",
  "file:///",
  "[a](../",
  "> ~/.bashrc",
  "open(",
  "crontab ",
  "append the the ",
  "/dev/tcp/",
  "nc -",
  "\u200b",
  "a\u200b",
  "\u{e0041}",
  "((",
  '"',
  'f"{',
  "x.zip ",
  "copy the command ",
  '"postinstall": "',
  "a = ",
  "for a in ",
  "Google/Chrome/",
  "send all secrets ",
  "- - ",
  "\\\n",
  ".env ",
  "iwr a ",
  "curl x;",
  "curl -O x/y;\n",
  "curl a |\n",
  "a\\\n",
  "**a",
  "&#32;",
  "\u043e",
  "> \n",
  '\\"',
  "curl 'a",
  'echo "curl x" ',
  ". <(curl ",
];

/** Milliseconds of this process: what others do on the machine does not count. */
function time(path: string, text: string): number {
  const started = process.cpuUsage();
  applyTextRules(path, text);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

describe("lines that were made to be slow", () => {
  it.each(["SKILL.md", "a.sh", "a.py", "a.js"])(
    "take time in proportion to their length: %s",
    { timeout: 240_000 },
    (path) => {
      const slow: string[] = [];
      for (const seed of seeds) {
        const text = (size: number): string => seed.repeat(Math.ceil(size / seed.length));
        time(path, text(4_000));
        const small = Math.max(8, Math.min(time(path, text(15_000)), time(path, text(15_000))));
        const large = time(path, text(120_000));
        // Eight times the text; four times that is for a machine with other work, and still far from sixty-four.
        if (large > small * 32 && time(path, text(120_000)) > small * 32)
          slow.push(`${JSON.stringify(seed)}: ${small.toFixed(0)} ms, then ${large.toFixed(0)} ms`);
      }
      expect(slow).toEqual([]);
    },
  );

  it("ends on a megabyte of each kind", { timeout: 240_000 }, () => {
    for (const seed of ["curl ", "iwr a ", "curl x | tee ", "<div\n", "<span hidden ", "a\u200b", "eval(atob("]) {
      const took = time("SKILL.md", seed.repeat(Math.ceil(1_000_000 / seed.length)));
      // Below a second where it is measured alone.
      expect(took, seed).toBeLessThan(5_000);
    }
    expect(TEXT_RULES.length).toBeGreaterThan(15);
  });
});
