import { type ClientFolders, CLIENT_FOLDERS } from "../../node/folder/client-folders.ts";

/** Where an agent looks for skills. */
export interface AgentFolders {
  /** Below a project's folder. */
  readonly project: string;
  /** Below the home folder; undefined for agents that have no skills of a user. */
  readonly user: string | undefined;
  /** An environment variable that moves the user's folder, and where skills lie in it. */
  readonly variable?: { readonly name: string; readonly below: string };
}

/** The folder of a project that most agents read. */
const shared = ".agents/skills";

/** Agents that read the shared folder in a project, and where they look at home. */
const sharing: Readonly<Record<string, string | undefined>> = {
  universal: ".config/agents/skills",
  amp: ".config/agents/skills",
  replit: ".config/agents/skills",
  cline: shared,
  codex: shared,
  dexto: shared,
  fx: shared,
  "kimi-code-cli": shared,
  loaf: shared,
  pi: shared,
  "sarvam-code": shared,
  warp: shared,
  zed: shared,
  "antigravity-cli": ".gemini/antigravity-cli/skills",
  promptscript: undefined,
};

/** Agents that read the shared folder in a project, and at home what the client of this name has there. */
const sharingClients: Readonly<Record<string, string>> = {
  antigravity: "antigravity",
  cursor: "cursor",
  deepagents: "deepagents",
  droid: "factory",
  firebender: "firebender",
  "gemini-cli": "gemini",
  "github-copilot": "copilot",
  kilo: "kilo",
  opencode: "opencode",
};

/** Agents that are called otherwise than the client whose folders they have. */
const renamed: Readonly<Record<string, string>> = {
  claude: "claude-code",
  "posit/assistant": "posit",
  "tabnine/agent": "tabnine",
};

/** Every agent that skills can be installed for, by the name that other installers use for it too. */
export const AGENTS: Readonly<Record<string, AgentFolders>> = {
  ...mapValues(sharing, (user) => ({ project: shared, user })),
  ...mapValues(sharingClients, (client) => ({ project: shared, user: homeOf(client) })),
  ...Object.fromEntries(CLIENT_FOLDERS.flatMap(ownFolders)),
  astrbot: { project: "data/skills", user: ".astrbot/data/skills" },
  eve: { project: "agent/skills", user: undefined },
  openclaw: { project: "skills", user: homeOf("openclaw") },
  zenflow: { project: ".zencoder/skills", user: ".zencoder/skills" },
};

/** Clients with a folder of their own in a project are agents that read it. */
function ownFolders({ client, project, user: [user], variable }: ClientFolders): [string, AgentFolders][] {
  if (project === undefined || project === shared || Object.values(sharingClients).includes(client)) return [];
  return [[renamed[client] ?? client, { project, user, ...(variable && { variable }) }]];
}

function homeOf(client: string): string | undefined {
  return CLIENT_FOLDERS.find((each) => each.client === client)?.user[0];
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

const places: ReadonlySet<string> = new Set(
  Object.values(AGENTS).flatMap(({ project, user }) => (user === undefined ? [project] : [project, `~/${user}`])),
);

/** Whether a lock's name for a place is that of an agent's folder: below the project, or below `~/`. */
export function isInstallPlace(name: string): boolean {
  return places.has(name);
}
