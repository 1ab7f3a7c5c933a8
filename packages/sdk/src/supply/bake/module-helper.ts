import type { BakedLanguage } from "./baked-input.ts";
import { LITERAL_ESCAPES } from "./literal.ts";

/** The code that every baked module has: decodes texts and bytes when somebody asks, and needs nothing but the language. */
export function moduleHelper(language: BakedLanguage): string {
  const typed = (types: string): string => (language === "ts" ? types : "");
  const codes = Object.entries(LITERAL_ESCAPES).map(([letter, char]) => `${letter}: ${JSON.stringify(char)}`);
  return `${typed(`interface Fields {
  readonly id?: string;
  readonly description: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly allowedTools?: readonly string[];
  readonly extra: NonNullable<SkillDefinition["extra"]>;
  readonly body?: string;
  /** The SKILL.md, encoded. */
  readonly raw: string;
}

type File = readonly [path: string, size: number, executable: boolean, kind: typeof text | typeof bytes, content: string];

interface Parts {
  readonly name: string;
  readonly more: () => Fields;
  readonly from: number;
  readonly to: number;
  readonly list: () => readonly File[];
  fields: Fields | undefined;
  raw: string | undefined;
}

`)}const held = new WeakMap${typed("<object, Parts>")}();
const parts = (skill${typed(": object")})${typed(": Parts")} => held.get(skill)${typed("!")};
const fields = (of${typed(": Parts")})${typed(": Fields")} => (of.fields ??= of.more());
const raw = (of${typed(": Parts")})${typed(": string")} => (of.raw ??= text(fields(of).raw));

/** The same for all skills, so that each is made at next to no cost; a copy has the values. */
const lazy${typed(": PropertyDescriptorMap")} = {
  id: lazily((of) => fields(of).id),
  description: lazily((of) => fields(of).description),
  body: lazily((of) => fields(of).body ?? raw(of).slice(of.from, of.to)),
  license: lazily((of) => fields(of).license),
  compatibility: lazily((of) => fields(of).compatibility),
  metadata: lazily((of) => fields(of).metadata),
  allowedTools: lazily((of) => fields(of).allowedTools),
  extra: lazily((of) => fields(of).extra),
  files: lazily(files),
  // Not part of a copy: one with other fields is written from them.
  raw: { ...lazily(raw), enumerable: false },
};

function lazily(value${typed(": (of: Parts) => unknown")})${typed(": PropertyDescriptor")} {
  return { enumerable: true, get(${typed("this: object")}) { return value(parts(this)); } };
}

function baked(
  name${typed(": string")},
  more${typed(": () => Fields")},
  from${typed(": number")},
  to${typed(": number")},
  list${typed(": () => readonly File[]")} = () => [],
)${typed(": SkillDefinition")} {
  const skill = Object.defineProperties({ name }, lazy);
  held.set(skill, { name, more, from, to, list, fields: undefined, raw: undefined });
  return skill${typed(" as SkillDefinition")};
}

function files({ name, list }${typed(": Parts")})${typed(': NonNullable<SkillDefinition["files"]>')} {
  return {
    list: async () => list().map(([path, size, executable]) => ({ path, size, executable })),
    read: async (path) => {
      const file = list().find(([other]) => other === path);
      if (file === undefined) throw missing(name, path);
      const [, , , decode, content] = file;
      return decode(content);
    },
  };
}

/** A text, of which \`^\` and a letter stand for what a literal cannot hold. */
function text(written${typed(": string")})${typed(": string")} {
  const codes${typed(": Record<string, string>")} = { ${codes.join(", ")} };
  return written.replace(/\\^(?:u(....)|(.))/g, (_, code${typed("?: string")}, letter = "") =>
    code === undefined ? codes[letter]${typed("!")} : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function bytes(base64${typed(": string")})${typed(": Uint8Array")} {
  const chars = ${language === "ts" ? "(globalThis as unknown as { atob(text: string): string })" : "globalThis"}.atob(base64);
  const decoded = new Uint8Array(chars.length);
  for (let at = 0; at < chars.length; at++) decoded[at] = chars.charCodeAt(at);
  return decoded;
}

function missing(skill${typed(": string")}, path${typed(": string")})${typed(": Error")} {
  const error = new Error(\`The skill "\${skill.slice(0, 100)}" has no file "\${path.slice(0, 200)}".\`);
  const facts = { id: skill.slice(0, 200), path: path.slice(0, 200) };
  const code = "resource-missing";
  const toJSON = () => ({ code, message: error.message, facts });
  return Object.assign(error, { name: "SkillError", code, facts, toJSON, [Symbol.for("tradecraft.skill-error")]: true });
}
`;
}
