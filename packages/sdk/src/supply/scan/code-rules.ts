import type { ScanRule } from "./scan-rule.ts";

/** Codes of these rules. */
export type CodeRule =
  | "scan-pipe-to-shell"
  | "scan-remote-code"
  | "scan-encoded-command"
  | "scan-encoded-blob"
  | "scan-secret-exfiltration"
  | "scan-secret-with-network"
  | "scan-unpinned-install"
  | "scan-link"
  | "scan-binary"
  | "scan-archive"
  | "scan-induced-execution"
  | "scan-image-text"
  | "scan-persistence"
  | "scan-reverse-shell"
  | "scan-incomplete"
  | "scan-second-reader";

/** Rules about what a skill runs, installs and brings along. */
export const CODE_RULES: Readonly<Record<CodeRule, ScanRule>> = {
  "scan-pipe-to-shell": {
    title: "Runs what it downloads",
    severity: "high",
    confidence: "high",
    looksFor:
      "Downloads handed to a shell or an interpreter; medium in texts for a plain https address, high in scripts, over http, from bare addresses and paste sites",
    limits:
      "A download that is saved first and run later is seen only within the next few commands, and under its own name",
    advice: "Download a fixed version, compare its digest, then run it.",
  },
  "scan-remote-code": {
    title: "Evaluates what it downloads",
    severity: "high",
    confidence: "high",
    looksFor: "eval, exec, Function, import or pickle on the answer of a request",
    limits: "Within one statement, or through variables of the same file",
    advice: "Ship the code with the skill, so that it can be read and pinned.",
  },
  "scan-encoded-command": {
    title: "Runs code that is written in an encoding",
    severity: "high",
    confidence: "high",
    looksFor:
      "Base64, hexadecimal, compressed, reversed or shifted text that is decoded and handed to a shell, to eval or to exec; PowerShell -EncodedCommand",
    limits: "Encodings made up by the author are not seen",
    advice: "Decode it and read what it does; honest code has no reason to hide.",
  },
  "scan-encoded-blob": {
    title: "A long encoded text",
    severity: "low",
    confidence: "low",
    looksFor:
      "Base64, hexadecimal or escapes of 200 characters and more; high if it decodes to commands, addresses or instructions",
    limits:
      "Images in data: addresses, digests and lock files are let through; what does not decode to text is not understood",
    advice: "Decode it; ship data as a file of its own.",
  },
  "scan-secret-exfiltration": {
    title: "A secret goes to the network",
    severity: "high",
    confidence: "high",
    looksFor:
      "Credential files, the whole environment, or a provider's key that flow through variables and files into a request, the key to another host than its provider's",
    limits: "Statement by statement within one script or code block; not through functions, other files or programs",
    advice: "Do not run it. If it ran, replace the secrets.",
  },
  "scan-secret-with-network": {
    title: "Reads secrets, and uses the network",
    severity: "medium",
    confidence: "low",
    looksFor:
      "Credential files or a dump of the environment read in a script that also makes requests, without a flow that was seen",
    limits: "One named variable, as an API key is read, is not enough",
    advice: "Follow what is read to where it goes.",
  },
  "scan-unpinned-install": {
    title: "Installs or runs a package of no fixed version",
    severity: "low",
    confidence: "medium",
    looksFor:
      "npx, uvx, pip, npm, go and cargo with a package but no version, or by an address; raw files of a branch; medium in scripts that download and run at once",
    limits: "Common in honest skills; requirement files are not followed",
    advice: "Name a version, so that tomorrow's package is the one that was looked at.",
  },
  "scan-link": {
    title: "A symbolic link",
    severity: "high",
    confidence: "high",
    looksFor: "Symbolic links; high where they lead out of the skill, low within it",
    limits: "What a link leads to is not read",
    advice: "Replace the link with the file.",
  },
  "scan-binary": {
    title: "A program that cannot be read",
    severity: "medium",
    confidence: "high",
    looksFor:
      "ELF, PE, Mach-O, WebAssembly, Java classes and compiled Python, by content; high where the name says something else",
    limits: "Not looked into",
    advice: "Ask for the source, and build it.",
  },
  "scan-archive": {
    title: "An archive",
    severity: "low",
    confidence: "high",
    looksFor:
      "zip, gzip, xz, 7z, rar and tar by content; medium where a zip names scripts or programs; Office files are let through",
    limits: "Only names in a zip are read; a password and other formats hide them",
    advice: "Unpack it, and scan what comes out.",
  },
  "scan-induced-execution": {
    title: "Code that other tools run unasked",
    severity: "medium",
    confidence: "medium",
    looksFor:
      "conftest.py, sitecustomize.py, .pth files, install scripts in package.json, setup.py, .envrc, git hooks, editor tasks on opening; high with network, secrets or encodings",
    limits: "A list of well-known files; honest projects have them too",
    advice: "Read it before any test runner, installer or editor sees the folder.",
  },
  "scan-image-text": {
    title: "Instructions in an image's metadata",
    severity: "high",
    confidence: "medium",
    looksFor: "Text chunks of PNG, comments of JPEG and GIF, and scripts in SVG that hold instructions",
    limits: "Text in pixels, compressed chunks and other formats are not read",
    advice: "Strip the metadata.",
  },
  "scan-persistence": {
    title: "Writes where it would run again",
    severity: "high",
    confidence: "medium",
    looksFor:
      "Writes to shell profiles, cron, services, authorized_keys, git hooks, and files that instruct agents (CLAUDE.md, AGENTS.md, settings with hooks)",
    limits: "By path and a verb of writing in one statement; skills that set up a project do this in the open",
    advice: "Make such a change yourself, once you have read it.",
  },
  "scan-reverse-shell": {
    title: "Opens a shell to somebody else",
    severity: "high",
    confidence: "high",
    looksFor: "/dev/tcp, nc -e, bash -i and sockets tied to a shell",
    limits: "Well-known forms; texts about attacks show them too, and weigh less",
    advice: "Do not run it.",
  },
  "scan-incomplete": {
    title: "Not everything was looked at",
    severity: "medium",
    confidence: "high",
    looksFor:
      "Files that are too large, too many, of no known format, or cannot be read; parts beyond a limit; findings beyond what is listed, as heavy as the heaviest of them; low for objects of a git repository",
    limits: "Nothing is known about what was left out",
    advice: "Look at it yourself, or raise the limit.",
  },
  "scan-second-reader": {
    title: "A second reader's finding",
    severity: "medium",
    confidence: "low",
    looksFor: "What a model that read the skill reports beyond the rules",
    limits: "A model can be wrong, and can be talked into anything by what it reads",
    advice: "Judge for yourself.",
  },
};
