/**
 * Whether the usual packager leaves a file out: caches of Python and Node, what macOS writes, and the evaluations at the
 * root. https://github.com/anthropics/skills, `skill-creator/scripts/package_skill.py`
 */
export function isLeftOut(path: string): boolean {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  return (
    parts.slice(0, -1).some((part) => part === "__pycache__" || part === "node_modules") ||
    (parts.length > 1 && parts[0] === "evals") ||
    name.endsWith(".pyc") ||
    name === ".DS_Store"
  );
}
