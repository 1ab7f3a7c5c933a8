import type { PluginEntry } from "./parse-marketplace.ts";

/** A marketplace may name other hosts, encrypted; this machine and its folders only if it is one of them itself. */
export function assertPublicUrl(url: string, marketplace: string, plugin: PluginEntry): void {
  if (isFolder(marketplace)) return;
  if (!isEncrypted(url)) plugin.fail(["source", "url"], "must be an https: or ssh address");
  if (isLoopback(url)) plugin.fail(["source", "url"], "is an address of this machine");
}

/** The same for the registry of a package. */
export function assertPublicRegistry(registry: string, marketplace: string, plugin: PluginEntry): void {
  if (isFolder(marketplace)) return;
  if (!/^https:\/\//i.test(registry)) plugin.fail(["source", "registry"], "must be an https: address");
  if (isLoopback(registry)) plugin.fail(["source", "registry"], "is an address of this machine");
}

function isEncrypted(url: string): boolean {
  return /^(?:(?:https|ssh|git\+ssh):\/\/|github:|[\w.-]+@[\w.-]+:(?!:))/i.test(url);
}

/** What answers there was not put there for the marketplace. */
function isLoopback(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : /^[^/@]*@([^/:]+):/.exec(url)?.[1];
  return host !== undefined && /^(?:(?:.+\.)?localhost\.?|127\..*|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])$/i.test(host);
}

/** As git tells them apart: a colon before any slash is a scheme or a host. */
function isFolder(url: string): boolean {
  return /^file:/i.test(url) || !/^[^/\\]*:/.test(url) || /^[a-z]:[/\\]/i.test(url);
}
