import { existsSync } from "node:fs";
import type { Sandbox, SandboxAccess, ScriptCommand } from "./sandbox.ts";

/** Programs and libraries of the system. */
const systemFolders = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/opt",
  "/nix/store",
  "/gnu/store",
];
/** Of the configuration, what programs need to start, and nothing that can hold a secret. */
const configuration = [
  "alternatives",
  "ca-certificates",
  "ca-certificates.conf",
  "group",
  "host.conf",
  "hosts",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "ld.so.preload",
  "localtime",
  "locale.alias",
  "locale.conf",
  "magic",
  "mime.types",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "pki/tls/certs",
  "python3",
  "ssl/certs",
  "ssl/openssl.cnf",
  "timezone",
].map((name) => `/etc/${name}`);

/** bubblewrap, which Linux distributions carry: https://github.com/containers/bubblewrap */
export function bubblewrap(program: string): Sandbox {
  return {
    name: "bubblewrap",
    // By --die-with-parent.
    endsWithHost: true,
    wrap: async (command, access) => ({
      ...command,
      command: program,
      args: [...sandboxOptions(command, access), "--", command.command, ...command.args],
      // Inside, the folder may lie elsewhere in the tree of mounts; `--chdir` goes there.
      cwd: "/",
    }),
  };
}

// An empty tree, into which only what is named is mounted: what nobody thought of is not there. No --new-session: the
// process has no terminal, and stays in the group that is killed.
function sandboxOptions({ cwd }: ScriptCommand, { reads, scratch }: SandboxAccess): string[] {
  const readOnly = [...systemFolders, ...configuration].filter((path) => existsSync(path));
  const start = ["--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--hostname", "sandbox"];
  const system = readOnly.flatMap((path) => ["--ro-bind", path, path]);
  const devices = ["--proc", "/proc", "--dev", "/dev"];
  // Programs that know no other place for temporary files write there.
  const temporary = ["--bind", scratch, "/tmp", "--bind", scratch, "/var/tmp"];
  // What is gone by now is not there; the script says so better than the sandbox would.
  const own = reads.flatMap((path) => ["--ro-bind-try", path, path]);
  const end = ["--bind", scratch, scratch, "--remount-ro", "/", "--chdir", cwd];
  return [...start, ...system, ...devices, ...temporary, ...own, ...end];
}

/** Whether the system's own folders, which every sandbox has, hold this path. */
export function isSystemPath(path: string): boolean {
  return systemFolders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}
