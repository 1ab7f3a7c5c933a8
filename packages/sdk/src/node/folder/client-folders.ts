/** Where one client keeps skills. */
export interface ClientFolders {
  readonly client: string;
  /** Below a project's folder; undefined where the client has none of its own. */
  readonly project?: string;
  /** Below the home folder. */
  readonly user: readonly string[];
  /** An environment variable that moves the client's folder, and where skills lie in it. */
  readonly variable?: { readonly name: string; readonly below: string };
}

/** Clients that keep skills in a folder of the same name in a project and at home. */
const alike = [
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
  "posit/assistant",
  "qoder",
  "qwen",
  "reasonix",
  "roo",
  "rovodev",
  "tabnine/agent",
  "terramind",
  "tinycloud",
  "trae",
  "zcode",
  "zencoder",
];

/** Every folder that is looked at, the shared one first, then the most used, then by name. */
export const CLIENT_FOLDERS: readonly ClientFolders[] = [
  { client: "agents", project: ".agents/skills", user: [".agents/skills", ".config/agents/skills"] },
  own("claude", { variable: { name: "CLAUDE_CONFIG_DIR", below: "skills" } }),
  { client: "codex", user: [".codex/skills"], variable: { name: "CODEX_HOME", below: "skills" } },
  own("cursor", {}),
  { client: "gemini", user: [".gemini/skills"] },
  { client: "copilot", project: ".github/skills", user: [".copilot/skills"] },
  { client: "opencode", project: ".opencode/skills", user: [".config/opencode/skills"] },
  ...alike.map((client) => own(client, {})),
  { client: "antigravity", user: [".gemini/antigravity/skills", ".gemini/antigravity-cli/skills"] },
  own("autohand", { variable: { name: "AUTOHAND_HOME", below: "skills" } }),
  { client: "cortex", project: ".cortex/skills", user: [".snowflake/cortex/skills"] },
  { client: "crush", project: ".crush/skills", user: [".config/crush/skills"] },
  { client: "deepagents", user: [".deepagents/agent/skills"] },
  { client: "devin", project: ".devin/skills", user: [".config/devin/skills"] },
  { client: "factory", user: [".factory/skills"] },
  { client: "firebender", user: [".firebender/skills"] },
  { client: "goose", project: ".goose/skills", user: [".config/goose/skills"] },
  own("grok", { variable: { name: "GROK_HOME", below: "skills" } }),
  own("hermes", { variable: { name: "HERMES_HOME", below: "skills" } }),
  { client: "kilo", user: [".kilo/skills"] },
  { client: "kimchi", project: ".kimchi/skills", user: [".config/kimchi/harness/skills"] },
  { client: "openclaw", user: [".openclaw/skills"] },
  own("vibe", { variable: { name: "VIBE_HOME", below: "skills" } }),
  { client: "windsurf", project: ".windsurf/skills", user: [".codeium/windsurf/skills"] },
];

function own(client: string, more: Pick<ClientFolders, "variable">): ClientFolders {
  return { client, project: `.${client}/skills`, user: [`.${client}/skills`], ...more };
}
