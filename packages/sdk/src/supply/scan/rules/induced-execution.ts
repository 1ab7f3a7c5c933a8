import type { TextRule } from "../report.ts";
import { risky } from "./risky.ts";

const files: readonly (readonly [name: RegExp, by: string])[] = [
  [/(?:^|\/)conftest\.py$/, "pytest runs this file as soon as it looks for tests here"],
  [/(?:^|\/)(?:site|user)customize\.py$/, "Python runs this file whenever it starts with this folder in its path"],
  [/\.pth$/, "Python runs lines of this file that start with import, whenever it starts"],
  [/(?:^|\/)setup\.py$/, "pip runs this file when the folder is installed"],
  [/(?:^|\/)\.envrc$/, "direnv runs this file when the folder is entered"],
  [
    /(?:^|\/)(?:\.git\/hooks|\.husky|hooks)\/(?:pre|post|commit|prepare|applypatch|update)-?[a-z-]{2,20}$/,
    "git runs this file on its own",
  ],
  [
    /(?:^|\/)(?:vite|vitest|jest|webpack|rollup|babel|postcss|next|eslint|tailwind|playwright)\.config\.[cm]?[jt]s$/,
    "a tool runs this file when it is started in this folder",
  ],
  [
    /(?:^|\/)\.(?:pre-commit-config\.yaml|npmrc|yarnrc(?:\.yml)?|pnpmfile\.cjs)$/,
    "a tool takes programs to run from this file",
  ],
  [/(?:^|\/)\.git\/(?:modules\/.{1,200}\/)?config$/, "git takes programs to run from this file"],
];
/** Settings of git that name a program. */
const gitPrograms =
  /^\s{0,20}(?:fsmonitor|sshCommand|hooksPath|pager|editor|askPass|textconv|clean|smudge|process|gitProxy|external|helper|\w{1,40})\s{0,5}=\s{0,5}(?:!|["']?[^\n]{0,200}(?:\bsh\s|\.sh\b|\bcurl\b|\bpython|\bnode\s))|^\s{0,20}(?:fsmonitor|sshCommand|hooksPath|gitProxy|textconv|clean|smudge|process)\s{0,5}=/im;

/** Files that test runners, installers, shells and editors run without being asked to. */
export const inducedExecution: TextRule = (file, report) => {
  const { path, text } = file;
  const known = files.find(([name]) => name.test(path));
  if (
    known !== undefined &&
    (!path.endsWith(".pth") || /^import\b/m.test(text)) &&
    (!/\.git\/.{0,300}config$/.test(path) || gitPrograms.test(text)) &&
    (!/npmrc|yarnrc/.test(path) || /script-shell|yarnPath|node-options|registry\s{0,3}=\s{0,3}http:/.test(text))
  ) {
    const danger = risky(/\.git\//.test(path) ? text.replace(/^\s*(?:push)?url\s*=.*$/gim, "") : text);
    const isOrdinary = /config\.|setup\.py|pre-commit/.test(path);
    report({
      code: "scan-induced-execution",
      file: path,
      severity:
        danger === undefined
          ? isOrdinary
            ? "low"
            : "medium"
          : isOrdinary && !/network|decodes/.test(danger)
            ? "medium"
            : "high",
      why: `${known[1][0]?.toUpperCase()}${known[1].slice(1)}${danger === undefined ? "" : `, and it ${danger}`}.`,
      evidence: text,
    });
  }
  if (/(?:^|\/)package\.json$/.test(path)) scripts(file, report);
  if (/(?:^|\/)pyproject\.toml$/.test(path)) buildHooks(file, report);
  if (
    /(?:^|\/)(?:\.vscode\/tasks\.json|\.devcontainer(?:\/devcontainer)?\.json)$/.test(path) &&
    /folderOpen|postCreateCommand|postStartCommand|initializeCommand/.test(text)
  ) {
    const danger = risky(text);
    report({
      code: "scan-induced-execution",
      file: path,
      severity: danger === undefined ? "medium" : "high",
      why: `An editor runs a command of this file when the folder is opened${danger === undefined ? "" : `, and it ${danger}`}.`,
      evidence: text,
    });
  }
  if (
    /(?:^|\/)(?:\.claude\/settings(?:\.local)?|hooks\/hooks|hooks)\.json$/.test(path) &&
    /"hooks"\s{0,5}:/.test(text)
  ) {
    const danger = risky(text);
    const start = text.search(/"hooks"\s{0,5}:/);
    report({
      code: "scan-hook",
      file: path,
      start,
      end: start + 7,
      severity: danger === undefined ? "medium" : "high",
      why: `A client that reads these settings runs the hooks by itself${danger === undefined ? "" : `; one of them ${danger}`}.`,
      evidence: text,
    });
  }
};

function scripts({ path, text }: Parameters<TextRule>[0], report: Parameters<TextRule>[1]): void {
  for (const match of text.matchAll(
    /"(preinstall|install|postinstall|prepare|prepublish|preprepare|postprepare)"\s{0,5}:\s{0,5}"((?:[^"\\\n]|\\.)*)/g,
  )) {
    const [found, name = "", command = ""] = match;
    // Usual steps of a build, which run nothing that came along hidden.
    if (/^(?:husky(?: install)?|npm run build|tsc(?: -b)?|patch-package|node-gyp rebuild)$/.test(command)) continue;
    const danger = risky(command);
    report({
      code: "scan-induced-execution",
      file: path,
      start: match.index,
      end: match.index + found.length,
      severity: danger === undefined ? "medium" : "high",
      why: `npm runs this ${name} script when packages are installed${danger === undefined ? "" : `, and it ${danger}`}.`,
    });
  }
}

function buildHooks({ path, text }: Parameters<TextRule>[0], report: Parameters<TextRule>[1]): void {
  for (const match of text.matchAll(
    /^\s{0,8}(?:backend-path\s{0,3}=|\[tool\.(?:hatch\.build(?:\.targets\.\w{1,20})?\.hooks\.custom|setuptools\.cmdclass|pdm\.build\.run-setuptools|poetry\.build)\])[^\n]{0,200}/gm,
  ))
    report({
      code: "scan-induced-execution",
      file: path,
      start: match.index,
      end: match.index + match[0].length,
      why: "pip runs code of this folder when it builds the package.",
    });
}
