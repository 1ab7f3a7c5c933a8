import type { ScanRule } from "./scan-rule.ts";

/** Codes of these rules. */
export type InstructionRule =
  | "scan-hidden-text"
  | "scan-bidi-control"
  | "scan-invisible-character"
  | "scan-hidden-instruction"
  | "scan-instruction-override"
  | "scan-concealment"
  | "scan-command-expansion"
  | "scan-download-lure"
  | "scan-exfiltration-request"
  | "scan-path-escape"
  | "scan-hook"
  | "scan-broad-tools"
  | "scan-name-imitation"
  | "scan-code-frontmatter"
  | "scan-suspicious-url";

/** Rules about what a skill says, asks for and is called. */
export const INSTRUCTION_RULES: Readonly<Record<InstructionRule, ScanRule>> = {
  "scan-hidden-text": {
    title: "Text that nobody sees",
    severity: "high",
    confidence: "high",
    looksFor:
      "Unicode tag characters and rows of variation selectors, which spell text that models read and people do not see",
    limits: "Flags written with tags are let through; other encodings of text in ordinary characters are not seen",
    advice: "Remove the characters, and ask who put them there.",
  },
  "scan-bidi-control": {
    title: "Text shown in another order than it is read",
    severity: "medium",
    confidence: "medium",
    looksFor:
      "Unicode controls that override or isolate the direction of text; high in scripts, where they hide what runs",
    limits:
      "Marks that only hint a direction (U+200E, U+200F) are invisible characters; texts in right-to-left scripts may need isolates",
    advice: "Look at the line with the characters spelt out, and remove them.",
  },
  "scan-invisible-character": {
    title: "Invisible characters",
    severity: "low",
    confidence: "medium",
    looksFor:
      "Zero-width and blank characters that are not how their neighbours are written; medium from eight in a row, or in names of code",
    limits: "Often left over from a web page or a word processor",
    advice: "Remove the characters; no instruction needs them.",
  },
  "scan-hidden-instruction": {
    title: "Instructions where readers do not look",
    severity: "high",
    confidence: "medium",
    looksFor:
      "HTML comments, link definitions used as comments, and hidden markup that tell a model what to do, to run or to conceal",
    limits: "By words, in English; comments about the text itself (TODO, lint, generated) are let through",
    advice: "Say it in the open, or remove it.",
  },
  "scan-instruction-override": {
    title: "Instructions against instructions",
    severity: "high",
    confidence: "medium",
    looksFor:
      "Sentences that tell a model to drop what it was told, to take another role without rules, or to skip asking",
    limits:
      "By words, in English; quoted examples in texts about such attacks weigh less, and other wordings are not seen",
    advice: "Read the sentence in its place; a skill has no business with the rules of its host.",
  },
  "scan-concealment": {
    title: "Asks to keep something from the user",
    severity: "high",
    confidence: "medium",
    looksFor: "Sentences that tell a model to act without telling the user, or to deny what it did",
    limits: "By words, in English; manners of speech (do not mention internal names) can look alike",
    advice: "Find out what the user should not learn.",
  },
  "scan-command-expansion": {
    title: "A command that runs while the skill is loaded",
    severity: "medium",
    confidence: "high",
    looksFor:
      "!`command`, which some clients run before the model sees a word; high if it reaches the network, secrets or a shell",
    limits: "Clients without this feature show it as text",
    advice: "Let the model call a script instead, so that it can be seen and refused.",
  },
  "scan-download-lure": {
    title: "Talks people into running a download",
    severity: "high",
    confidence: "medium",
    looksFor:
      "Archives with a password that are to be downloaded and run, commands to be copied from a paste site, encoded commands to be pasted into a terminal",
    limits: "By words, in English; a plain installer is not reported",
    advice: "Do not run it; what a skill needs comes from where its makers publish.",
  },
  "scan-exfiltration-request": {
    title: "Asks a model to send secrets or the conversation away",
    severity: "high",
    confidence: "medium",
    looksFor: "Sentences that name credentials, the environment or the conversation, a verb of sending, and an address",
    limits: "By words, in English, within a line",
    advice: "Read where it goes; no skill needs the user's secrets at an address of its own.",
  },
  "scan-path-escape": {
    title: "Reaches outside its folder",
    severity: "medium",
    confidence: "medium",
    looksFor: "Links of a text that climb out of the skill, file: addresses, paths of files that are absolute or climb",
    limits: "Paths that scripts put together are not seen",
    advice: "Keep what a skill reads within the skill, or let the user name it.",
  },
  "scan-hook": {
    title: "A hook that a client runs on its own",
    severity: "medium",
    confidence: "high",
    looksFor: "hooks in a frontmatter or in a client's settings; high if one downloads, decodes or reads secrets",
    limits: "Clients that ignore hooks ignore these too",
    advice: "Read each command; it runs without the model and without a question.",
  },
  "scan-broad-tools": {
    title: "Asks for tools without limits",
    severity: "low",
    confidence: "high",
    looksFor:
      "allowed-tools with *, Bash alone, Bash(*), and Bash for interpreters, sudo, deletion and downloads; medium for what is all or runs anything",
    limits: "Bash alone is common in honest skills",
    advice: "Name the commands that are needed: Bash(git status:*).",
  },
  "scan-name-imitation": {
    title: "A name that can be taken for another",
    severity: "medium",
    confidence: "medium",
    looksFor:
      "Names one edit away from a well-known skill or publisher, and names that mix scripts or use letters that look like others",
    limits: "The list of well-known names is short",
    advice: "Compare with the original, and where each comes from.",
  },
  "scan-code-frontmatter": {
    title: "Frontmatter that some parsers run",
    severity: "high",
    confidence: "high",
    looksFor: "A fence with a language (---js): one widespread parser evaluates it; YAML tags that build objects",
    limits: "This library never evaluates a frontmatter",
    advice: "Use plain YAML.",
  },
  "scan-suspicious-url": {
    title: "An address that hides where it leads",
    severity: "medium",
    confidence: "medium",
    looksFor:
      "Bare public IP addresses, collectors of requests, tunnels, paste sites and shorteners, punycode, and images whose address carries data of the conversation",
    limits: "A short list of services; addresses in texts about them are common",
    advice: "Find out who answers there.",
  },
};
