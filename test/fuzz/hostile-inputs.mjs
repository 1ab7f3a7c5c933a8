// Inputs made to break readers, one of each kind.

const file = (frontmatter, body = "Body\n") => `---\n${frontmatter}\n---\n${body}`;
const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"];
for (const [name, before] of ["ba", "cb", "dc", "ed", "fe", "gf", "hg"].map((pair) => [...pair])) {
  bomb.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]`);
}
const MEGABYTE = 1024 * 1024;
const fill = (unit, length) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const body = (text) => file("name: a\ndescription: b", text);
const numbers = (count) => Array.from({ length: count }, (_, index) => `  k${index}: ${index}`).join("\n");

/** Kinds of line that are dear to read, repeated: in one line, and in a megabyte of shorter ones. */
const bodyUnits = {
  "many hidden characters": "\u200b\u202ex",
  "many comments": "<!-- x --> ",
  "many links": "[a](b.md) ",
  "open links": "[a](",
  "open targets": "](aaaa",
  "only brackets": "](",
  "open angles": "](<",
  "open titles": '](a "',
  definitions: "[a]: b ",
  backticks: "`",
  "backticks and spaces": "` `` ",
  expansions: "!`x` ",
  "list items": "- ",
  "home folders": "/home/a ",
};
const bodyLines = Object.entries(bodyUnits).flatMap(([name, unit]) =>
  [200, 9_900].map((length) => [`${name}, lines of ${length}`, body(fill(`${fill(unit, length)}\n`, MEGABYTE))]),
);

/** Name to text. */
export const hostileInputs = {
  empty: "",
  "one fence": "---",
  "two fences": "---\n---",
  "alias bomb": file(bomb.join("\n")),
  "10 MB line": file(`description: ${fill("x", 10 * MEGABYTE)}`),
  "10 MB line, unclosed": `---\ndescription: ${fill("x", 10 * MEGABYTE)}`,
  "10 MB body line": file("name: a\ndescription: b", fill("lorem ipsum ", 10 * MEGABYTE)),
  "1 MiB plain value": file(`description: ${fill("word ", MEGABYTE - 100)}`),
  "1 MiB quoted value": file(`description: "${fill("word ", MEGABYTE - 100)}"`),
  "1 MiB escapes": file(`description: "${fill('\\"', MEGABYTE - 100)}"`),
  "1 MiB doubled quotes": file(`description: '${fill("''", MEGABYTE - 100)}'`),
  "1 MiB literal block": file(`description: |\n${fill("  word\n", MEGABYTE - 100).replace(/\n[^\n]*$/, "")}`),
  "1 MiB folded block": file(
    `description: >\n${fill("  word\n\n   deeper\n", MEGABYTE - 100).replace(/\n[^\n]*$/, "")}`,
  ),
  "1 MiB of comments": file(fill("# comment\n", MEGABYTE - 100)),
  "1 MiB of blank lines": file(fill("\n", MEGABYTE - 100)),
  "1 MiB of spaces": file(`a:${fill(" ", MEGABYTE - 100)}`),
  "1 MiB flat list": file(`a:\n${fill("- word\n", MEGABYTE - 100).replace(/\n[^\n]*$/, "")}`),
  "1 MiB flow list": file(`a: [${fill("word, ", MEGABYTE - 100)}]`),
  "1 MiB flow map": file(`a: {${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(",")}}`),
  "many keys": file(Array.from({ length: 100_000 }, (_, index) => `k${index}: v`).join("\n")),
  "many nested keys": file(`a:\n${Array.from({ length: 80_000 }, (_, index) => `  k${index}: v`).join("\n")}`),
  "many repeated keys": file(fill("a: b\n", 60_000)),
  "many anchors": file(Array.from({ length: 5_000 }, (_, index) => `k${index}: &a${index} v`).join("\n")),
  "many aliases": file(`a: &a v\n${Array.from({ length: 5_000 }, (_, index) => `k${index}: *a`).join("\n")}`),
  "many tags": file(fill("a: !!str b\n", 60_000)),
  "many errors": file(fill("a: [,]\n", 60_000)),
  "commas in flow": file(`a: [${fill(",", 60_000)}]`),
  "10,000 deep lists": file(`a: ${"[".repeat(10_000)}${"]".repeat(10_000)}`),
  "10,000 open lists": file(`a: ${"[".repeat(10_000)}`),
  "10,000 deep maps": file(`a: ${"{a: ".repeat(10_000)}`),
  "10,000 dashes": file(`a:\n ${"- ".repeat(10_000)}x`),
  "10,000 question marks": file(`${"? ".repeat(10_000)}x`),
  "10,000 colons": file("a: ".repeat(10_000)),
  "1,000 deep indentation": file(Array.from({ length: 1_000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")),
  "tabs everywhere": file(fill("\ta:\tb\n", 50_000)),
  "NUL characters": file(`name: a\0b\ndescription: \0`, "\0\0\0"),
  "only NUL": fill("\0", 100_000),
  "lone surrogates": file("name: \ud800\ndescription: \udc00\ud800x", "\ud800"),
  "many fences": fill("---\n", 200_000),
  "fences with spaces": `---\n${fill("--- x\n", 500_000)}`,
  "many near fences": `---\n${fill("----\n", 200_000)}`,
  "unclosed with many keys": `---\n${Array.from({ length: 50_000 }, (_, index) => `k${index}: v`).join("\n\n")}`,
  "parentheses in tools": file(`name: a\ndescription: b\nallowed-tools: Bash${"(".repeat(100_000)}`),
  "commas in tools": file(`name: a\ndescription: b\nallowed-tools: ${fill("a,", 100_000)}`),
  "prototype keys": file("__proto__: {polluted: true}\nconstructor: x\nmetadata:\n  __proto__: y"),
  "many hidden characters": file("name: a\ndescription: b", fill("\u200b\u202ex", 200_000)),
  "many comments in the body": file("name: a\ndescription: b", fill("<!-- x -->\n", 100_000)),
  "many links": file("name: a\ndescription: b", fill("[a](b.md) ", 100_000)),
  "open links": file("name: a\ndescription: b", fill("[a](", 100_000)),
  backticks: file("name: a\ndescription: b", fill("`", 100_000)),
  "backticks and spaces": file("name: a\ndescription: b", fill("` `` ", 100_000)),
  expansions: file("name: a\ndescription: b", fill("!`x` ", 100_000)),
  ...Object.fromEntries(bodyLines),
  "1,000 numbers in metadata": file(`name: a\ndescription: b\nmetadata:\n${numbers(1_000)}`),
  "900 numbers, 10,000 comments": file(
    `name: a\ndescription: b\nmetadata:\n${numbers(900)}\n${"  # note\n".repeat(10_000)}  z: 1`,
  ),
  "1 MiB of first": file(`name: a\ndescription: ${fill("first ", MEGABYTE - 100)}`),
  "1 MiB of home folders": body(fill("/home/a ", MEGABYTE)),
  "an emoji and 800 joiners": body(`\u{1f469}${"\u200d".repeat(800)}`),
};
