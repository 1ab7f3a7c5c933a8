/** A skill in a neutral form, to be put wherever the source under test finds its skills. */
export interface ContractSkill {
  /** The id it must be listed under, unless `expectedId` says otherwise. Equal to the name. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly body: string;
  /** The SKILL.md, to the letter: frontmatter and body. */
  readonly raw: string;
  /** Every other file, by its path in the skill. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

function contractSkill(
  name: string,
  description: string,
  body: string,
  files: ContractSkill["files"] = {},
  newline = "\n",
): ContractSkill {
  const raw = ["---", `name: ${name}`, `description: ${JSON.stringify(description)}`, "---", "", body].join(newline);
  return { id: name, name, description, body, raw, files };
}

/** The same skill with another description and body. */
export function changedSkill(skill: ContractSkill, mark: string): ContractSkill {
  return contractSkill(skill.name, `Changed ${mark}.`, `# Changed\n\n${mark}\n`, skill.files);
}

/** The same skill without the description that it needs to be listed. */
export function brokenSkill(skill: ContractSkill): ContractSkill {
  const raw = skill.raw.replace(/^description:.*\r?\n/m, "");
  return { ...skill, description: "", raw };
}

/** The skills that a source must have in every case; not in the order of their names. */
export const CONTRACT_SKILLS: readonly ContractSkill[] = [
  contractSkill("good", "Everything in its place.", "# Good\n\nRead `notes.txt`.\n", {
    "notes.txt": "Plain notes.\n",
    "README.md": "Capitals come first.\n",
    "refs/b.md": "# B\n",
    // A walk that sorts folder by folder puts this one in the wrong place.
    "refs-more.md": "# More\n",
    "refs/deep/er/a.md": "# A\n",
    "scripts/run.sh": "#!/bin/sh\necho good\n",
    "assets/every-byte.bin": Uint8Array.from({ length: 256 }, (_, index) => index),
    "assets/marked.txt": Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a),
    "assets/two words.txt": "spaces\n",
    "assets/Übersicht – 概要.md": "Grüße, 世界 🎉\n",
    "empty.txt": "",
  }),
  contractSkill(
    "windows-lines",
    "Lines that end as on Windows: ünïcödé 概要.",
    "Eins\r\nZwei 🎉\r\nno newline at the end",
    {},
    "\r\n",
  ),
  contractSkill("neighbour", "Has a file that is not for others.", "# Neighbour\n", {
    "secret.txt": "for the neighbour only\n",
  }),
  contractSkill("alone", "Has no files.", "# Alone\n"),
];
