import type { PluginEntry } from "./parse-marketplace.ts";

/** A marketplace may name other hosts, encrypted; folders of this machine only if it is one of them itself. */
export function assertPublicUrl(url: string, marketplace: string, plugin: PluginEntry): void {
  if (isEncrypted(url) || isFolder(marketplace)) return;
  plugin.fail(["source", "url"], "must be an https: or ssh address");
}

function isEncrypted(url: string): boolean {
  return /^(?:(?:https|ssh|git\+ssh):\/\/|github:|[\w.-]+@[\w.-]+:(?!:))/i.test(url);
}

/** As git tells them apart: a colon before any slash is a scheme or a host. */
function isFolder(url: string): boolean {
  return /^file:/i.test(url) || !/^[^/\\]*:/.test(url) || /^[a-z]:[/\\]/i.test(url);
}
