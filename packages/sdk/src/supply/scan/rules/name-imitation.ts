import { closestWord } from "../../../core/format/rules/closest-word.ts";
import { LOOK_ALIKES } from "../look-alikes.ts";
import type { TextRule } from "../report.ts";
import { WELL_KNOWN_NAMES } from "./well-known.ts";

const digits: readonly (readonly [string, string])[] = [
  ["0", "o"],
  ["1", "l"],
  ["3", "e"],
  ["5", "s"],
];
/** Letters of other scripts, and digits, that look like Latin ones. */
const lookAlikes = new Map([...LOOK_ALIKES, ...digits]);
const known = new Set(WELL_KNOWN_NAMES);
const shortest = 8;

/** A name that readers take for another one. */
export const nameImitation: TextRule = ({ path, text, bodyStart, manifest }, report) => {
  if (!/^SKILL\.md$/i.test(path) || bodyStart === 0) return;
  const name = manifest().name.normalize("NFKC").toLowerCase().replaceAll(/[ _]/g, "-");
  if (name === "" || name.length > 100 || known.has(name)) return;
  const found = text.slice(0, bodyStart).search(/^name[ \t]{0,3}:/m);
  const start = Math.max(0, found);
  const newline = text.indexOf("\n", start);
  const base = { code: "scan-name-imitation", file: path, start, end: newline < 0 ? text.length : newline } as const;
  const plain = [...name].map((letter) => lookAlikes.get(letter) ?? letter).join("");
  const mixes =
    /\p{Script=Latin}/u.test(name) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(name);
  const isTwin =
    plain !== name &&
    (known.has(plain) ||
      (/^[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}-]+$/u.test(name) && /^[a-z0-9-]+$/.test(plain)));
  if (mixes || isTwin) {
    report({
      ...base,
      severity: "high",
      confidence: "high",
      why: `The name is written with letters that look like those of "${plain}".`,
    });
    return;
  }
  // Each part too: `anthropc-pdf` imitates a publisher.
  for (const part of new Set([name, ...name.split("-")])) {
    if (part.length < shortest || known.has(part) || ordinary.has(part)) continue;
    const twin = closestWord(
      part,
      WELL_KNOWN_NAMES.filter(({ length }) => length >= shortest),
      1,
    );
    if (twin === undefined || `${twin}s` === part || `${part}s` === twin) continue;
    report({ ...base, why: `"${part}" is one edit away from the well-known "${twin}".` });
    return;
  }
};

/** Words of their own that happen to lie near. */
const ordinary = new Set(["brainstormings"]);
