/** A small SKILL.md that every reader accepts. */
export const skillSample = `---
name: greet-people
description: Writes a short greeting. Use when someone asks for a hello in a given language.
license: MIT
metadata:
  version: "1.0"
allowed-tools: Read Bash(git add:*)
---

# Greet people

Say hello. A line of dashes belongs to the body:

---

The end.
`;
