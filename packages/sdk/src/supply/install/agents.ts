/** Where an agent looks for skills. */
export interface AgentFolders {
  /** Below a project's folder. */
  readonly project: string;
  /** Below the home folder; undefined for agents that have no skills of a user. */
  readonly user: string | undefined;
  /** An environment variable that moves the user's folder, and where skills lie in it. */
  readonly variable?: { readonly name: string; readonly below: string };
}

/** Agents that read `.agents/skills` in a project, and where they look at home. */
const shared: Readonly<Record<string, string | undefined>> = {
  universal: ".config/agents/skills",
  amp: ".config/agents/skills",
  replit: ".config/agents/skills",
  cline: ".agents/skills",
  dexto: ".agents/skills",
  fx: ".agents/skills",
  "kimi-code-cli": ".agents/skills",
  loaf: ".agents/skills",
  pi: ".agents/skills",
  "sarvam-code": ".agents/skills",
  warp: ".agents/skills",
  zed: ".agents/skills",
  antigravity: ".gemini/antigravity/skills",
  "antigravity-cli": ".gemini/antigravity-cli/skills",
  cursor: ".cursor/skills",
  deepagents: ".deepagents/agent/skills",
  droid: ".factory/skills",
  firebender: ".firebender/skills",
  "gemini-cli": ".gemini/skills",
  "github-copilot": ".copilot/skills",
  kilo: ".kilo/skills",
  opencode: ".config/opencode/skills",
  promptscript: undefined,
};

/** Agents with a folder of their own, by that folder's name. */
const own: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      "adal",
      "aider-desk",
      "augment",
      "bob",
      "codeartsdoer",
      "codebuddy",
      "codemaker",
      "codestudio",
      "commandcode",
      "continue",
      "forge",
      "iflow",
      "inferencesh",
      "jazz",
      "junie",
      "kiro",
      "kode",
      "lingma",
      "mcpjam",
      "minimax",
      "moxby",
      "mux",
      "neovate",
      "ona",
      "openhands",
      "pochi",
      "qoder",
      "qwen",
      "reasonix",
      "roo",
      "rovodev",
      "terramind",
      "tinycloud",
      "trae",
      "zcode",
      "zencoder",
    ].map((name) => [name, name]),
  ),
  posit: "posit/assistant",
  tabnine: "tabnine/agent",
  zenflow: "zencoder",
};

/** Every agent that skills can be installed for, by the name that other installers use for it too. */
export const AGENTS: Readonly<Record<string, AgentFolders>> = {
  ...Object.fromEntries(
    Object.entries(shared).map(([name, user]) => [name, { project: ".agents/skills", user }] as const),
  ),
  ...Object.fromEntries(
    Object.entries(own).map(([name, folder]) => [name, { project: `.${folder}/skills`, user: `.${folder}/skills` }]),
  ),
  "claude-code": withVariable(".claude/skills", "CLAUDE_CONFIG_DIR"),
  codex: { project: ".agents/skills", user: ".agents/skills" },
  autohand: withVariable(".autohand/skills", "AUTOHAND_HOME"),
  grok: withVariable(".grok/skills", "GROK_HOME"),
  hermes: withVariable(".hermes/skills", "HERMES_HOME"),
  vibe: withVariable(".vibe/skills", "VIBE_HOME"),
  astrbot: { project: "data/skills", user: ".astrbot/data/skills" },
  cortex: { project: ".cortex/skills", user: ".snowflake/cortex/skills" },
  crush: { project: ".crush/skills", user: ".config/crush/skills" },
  devin: { project: ".devin/skills", user: ".config/devin/skills" },
  eve: { project: "agent/skills", user: undefined },
  goose: { project: ".goose/skills", user: ".config/goose/skills" },
  kimchi: { project: ".kimchi/skills", user: ".config/kimchi/harness/skills" },
  openclaw: { project: "skills", user: ".openclaw/skills" },
  windsurf: { project: ".windsurf/skills", user: ".codeium/windsurf/skills" },
};

function withVariable(folder: string, name: string): AgentFolders {
  return { project: folder, user: folder, variable: { name, below: "skills" } };
}

const places: ReadonlySet<string> = new Set(
  Object.values(AGENTS).flatMap(({ project, user }) => (user === undefined ? [project] : [project, `~/${user}`])),
);

/** Whether a lock's name for a place is that of an agent's folder: below the project, or below `~/`. */
export function isInstallPlace(name: string): boolean {
  return places.has(name);
}
