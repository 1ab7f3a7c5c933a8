import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SkillError } from "../../../core/errors.ts";
import { userHome } from "../../../node/user-cache-folder.ts";
import { withoutCredentials } from "../git/git-url.ts";
import { isLoopback } from "../http/is-loopback.ts";
import { environmentProxies, type ProxySettings } from "../http/proxy-settings.ts";

/** The registry of everybody. */
export const NPM_REGISTRY = "https://registry.npmjs.org/";

type Environment = Readonly<Record<string, string | undefined>>;

/** What npm is configured to use for one package. */
export interface NpmConfig {
  readonly registry: URL;
  /** The headers that an address gets: credentials go to the registry's own origin, and to the folder they are for. */
  authorization(url: URL): Readonly<Record<string, string>>;
  readonly proxies: ProxySettings;
}

/**
 * Reads settings as npm does: variables, the project's `.npmrc`, the user's. A project may come from anybody, so of its
 * file only registries count: no credentials, no proxies, and no variables, which would carry secrets to wherever it says.
 */
export async function npmConfig(
  packageName: string,
  options: { readonly directory: string; readonly env: Environment; readonly registry?: string | undefined },
): Promise<NpmConfig> {
  const { directory, env } = options;
  const fromEnv = environmentSettings(env);
  const home = env["HOME"] ?? env["USERPROFILE"] ?? userHome();
  const userFile = fromEnv.get("userconfig") ?? (home === undefined ? undefined : join(home, ".npmrc"));
  const projectFile = resolve(directory, ".npmrc");
  const isUsers = userFile !== undefined && resolve(userFile) === projectFile;
  const users = userFile === undefined ? new Map<string, string>() : await fileSettings(userFile, env);
  const projects = isUsers ? new Map<string, string>() : await fileSettings(projectFile);
  const own = (key: string): string | undefined => fromEnv.get(key) ?? users.get(key);
  const scope = /^(@[^/]+)\//.exec(packageName)?.[1];
  const keys = [...(scope === undefined ? [] : [`${scope}:registry`]), "registry"];
  const [found] = keys.flatMap((key) =>
    [fromEnv, projects, users].filter((layer) => layer.has(key)).map((layer) => ({ layer, text: layer.get(key) })),
  );
  const isProjects = found?.layer === projects;
  if (options.registry === undefined && isProjects) assertNoVariable(found.text ?? "");
  const registry = registryUrl(options.registry ?? found?.text ?? NPM_REGISTRY);
  // Tokens are kept by host alone: that it may be asked without encryption, only the user can say.
  const isUnasked = options.registry !== undefined || isProjects;
  const isExposed = registry.protocol === "http:" && isUnasked && !isLoopback(registry);
  return {
    registry,
    authorization: (url) => (url.origin === registry.origin && !isExposed ? credentialsFor(url, own) : {}),
    proxies: proxiesOf(own, env),
  };
}

/** npm's own settings come before the variables that every program knows; one of its two proxies does for both. */
function proxiesOf(own: (key: string) => string | undefined, env: Environment): ProxySettings {
  const setting = (key: string): string | undefined => {
    const value = own(key);
    return value === "null" || value === "false" || value === "" ? undefined : value;
  };
  const { http, https, noProxy } = environmentProxies(env);
  return {
    http: setting("proxy") ?? setting("https-proxy") ?? http,
    https: setting("https-proxy") ?? setting("proxy") ?? https,
    noProxy: setting("noproxy") ?? noProxy,
  };
}

function assertNoVariable(registry: string): void {
  const [variable] = /\$\{[^{}]*\}/.exec(registry) ?? [];
  if (variable === undefined) return;
  const message = `The project's .npmrc names a registry with ${variable.slice(0, 100)} in it; variables count in your own .npmrc only. Set the registry there, or in npm_config_registry.`;
  throw new SkillError("source-unavailable", message);
}

function registryUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) {
    const message = `The registry ${JSON.stringify(withoutCredentials(text).slice(0, 100))} is no https address; correct it in the source or in npm's settings.`;
    throw new SkillError("source-unavailable", message);
  }
  url.username = url.password = url.search = url.hash = "";
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

/** Credentials are kept by address: `//host/path/:_authToken`, for everything below. */
function credentialsFor(url: URL, setting: (key: string) => string | undefined): Readonly<Record<string, string>> {
  let path = url.pathname;
  for (;;) {
    const place = `//${url.host}${path}`;
    for (const key of path.endsWith("/") && path !== "/" ? [place, place.slice(0, -1)] : [place]) {
      const token = setting(`${key}:_authToken`);
      if (token !== undefined) return { authorization: `Bearer ${token}` };
      const basic = setting(`${key}:_auth`) ?? basicOf(setting(`${key}:username`), setting(`${key}:_password`));
      if (basic !== undefined) return { authorization: `Basic ${basic}` };
    }
    if (path === "/" || path === "") return {};
    path = path.slice(0, path.replace(/\/$/, "").lastIndexOf("/") + 1);
  }
}

function basicOf(user: string | undefined, password: string | undefined): string | undefined {
  if (user === undefined || password === undefined) return undefined;
  return Buffer.from(`${user}:${Buffer.from(password, "base64").toString("utf8")}`).toString("base64");
}

function environmentSettings(env: Environment): Map<string, string> {
  const settings = new Map<string, string>();
  for (const [name, value] of Object.entries(env)) {
    const key = /^npm_config_(.+)$/i.exec(name)?.[1];
    if (key === undefined || value === undefined || value === "") continue;
    // Addresses are taken as they are; other names have their dashes as underscores.
    settings.set(/^(?:\/\/|@)/.test(key) ? key : key.toLowerCase().replaceAll(/(?!^)_/g, "-"), value);
  }
  return settings;
}

/** Without an environment, variables stay as they are written. */
async function fileSettings(file: string, env?: Environment): Promise<Map<string, string>> {
  const settings = new Map<string, string>();
  const text = await readFile(file, "utf8").catch(() => "");
  for (const line of text.split(/\r?\n/)) {
    const [, key, value] = /^\s*([^;#=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === undefined || value === undefined) continue;
    const plain = value.replace(/^(["'])(.*)\1$/, "$2");
    if (env === undefined) settings.set(key, plain);
    else settings.set(expanded(key, env), expanded(plain, env));
  }
  return settings;
}

/** `${NAME}` is a variable of the environment; unknown ones stay as they are written, and `${NAME?}` is then empty. */
function expanded(text: string, env: Environment): string {
  return text.replaceAll(/\$\{([^${}?]+)(\?)?\}/g, (written, name: string, optional?: string) => {
    return env[name] ?? (optional === undefined ? written : "");
  });
}
