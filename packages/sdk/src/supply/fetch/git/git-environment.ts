import { devNull } from "node:os";

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that point git to another repository, or make it tell of its work in files. */
const dropped =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|SHALLOW_FILE|GRAFT_FILE|REPLACE_REF_BASE|QUARANTINE_PATH|CEILING_DIRECTORIES|DEFAULT_HASH|TRACE\w*|CURL_VERBOSE|REDIRECT_\w+|EXTERNAL_DIFF|CONFIG)$/;

/** What is never run or looked at, whatever a configuration says. */
const safeSettings: Readonly<Record<string, string>> = {
  "core.hooksPath": devNull,
  "core.fsmonitor": "false",
  // Answers from files that nothing verifies.
  "core.commitGraph": "false",
  "core.multiPackIndex": "false",
  "protocol.ext.allow": "never",
  "protocol.fd.allow": "never",
  "submodule.recurse": "false",
  "fetch.recurseSubmodules": "false",
  "fetch.writeCommitGraph": "false",
  "fetch.prune": "false",
  // Packs stay packs, because a pack can be verified at once.
  "fetch.unpackLimit": "1",
  "transfer.unpackLimit": "1",
  "transfer.bundleURI": "false",
  "gc.auto": "0",
  "maintenance.auto": "false",
  "advice.detachedHead": "false",
};

/**
 * The environment of a git process: the user's, with the user's credentials, and without prompts. Settings come by
 * variables, where other processes do not see them, after those that are there already.
 */
export function gitEnvironment(env: Environment, settings: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const result: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !dropped.test(name)) result[name] = value;
  }
  const given = Number(env["GIT_CONFIG_COUNT"] ?? 0);
  let count = Number.isSafeInteger(given) && given >= 0 ? given : 0;
  for (const [key, value] of Object.entries({ ...safeSettings, ...settings })) {
    result[`GIT_CONFIG_KEY_${count}`] = key;
    result[`GIT_CONFIG_VALUE_${count}`] = value;
    count++;
  }
  return {
    ...result,
    GIT_CONFIG_COUNT: String(count),
    GIT_ALLOW_PROTOCOL: allowedProtocols(env["GIT_ALLOW_PROTOCOL"]),
    GIT_TERMINAL_PROMPT: "0",
    GCM_INTERACTIVE: "never",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_DEFAULT_REF_FORMAT: "files",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_LITERAL_PATHSPECS: "1",
    // Messages are looked at.
    LC_ALL: "C",
    LANGUAGE: "C",
  };
}

function allowedProtocols(given: string | undefined): string {
  const wanted = given === undefined ? ["file", "git", "http", "https", "ssh"] : given.split(":");
  return wanted.filter((protocol) => protocol !== "ext" && protocol !== "fd").join(":");
}
