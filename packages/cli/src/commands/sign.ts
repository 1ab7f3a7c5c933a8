import { resolve } from "node:path";
import { describeSigner, signSkill, type SignedSkill } from "@tradecraft/sdk/supply";
import { SkillError } from "@tradecraft/sdk";
import type { CommandRun, ParsedArgs } from "../args/command.ts";
import { homeOf } from "../catalog/open-catalog.ts";
import { shownPath } from "../catalog/place.ts";
import type { CliIo } from "../io.ts";
import { jsonDocument } from "../report/json-document.ts";
import { tellError } from "../report/tell-error.ts";
import { createKeyFile, type NewKeyFile } from "../signing/create-key-file.ts";
import { assertOutside, readKeyFile, warnOfReaders } from "../signing/read-key-file.ts";
import { plural } from "../text/plural.ts";
import { visible } from "../text/visible.ts";
import { UsageError } from "../usage-error.ts";

/** `tradecraft sign`: makes a key, signs a skill, or both; 0 done, 1 not signed. */
export const runSign: CommandRun = async (args, io) => {
  const [given] = args.positionals;
  const newKey = args.values.get("new-key");
  if (given === undefined && newKey === undefined)
    throw new UsageError("argument-missing", "sign needs the folder of a skill, or --new-key <file.pem>");
  if (newKey !== undefined && args.values.has("key"))
    throw new UsageError("option-value", "--key and --new-key are two keys: give one");
  const folder = given === undefined ? undefined : resolve(io.cwd, given.replace(/(^|[/\\])SKILL\.md$/, "$1."));
  const passphrase = io.env["TRADECRAFT_KEY_PASSPHRASE"];
  try {
    if (newKey !== undefined && folder !== undefined) await assertOutside(resolve(io.cwd, newKey), folder, newKey);
    const made = newKey === undefined ? undefined : await createKeyFile(newKey, io.cwd, passphrase);
    const signed = folder === undefined ? undefined : await sign(folder, made, args, io);
    report(made, signed, args, io);
    return 0;
  } catch (error) {
    if (!SkillError.is(error)) throw error;
    tellError(error.toJSON(), io, args.flags.has("json"));
    return 1;
  }
};

async function sign(folder: string, made: NewKeyFile | undefined, args: ParsedArgs, io: CliIo): Promise<SignedSkill> {
  const { values, flags } = args;
  const keyFile = made?.path ?? values.get("key");
  const passphrase = io.env["TRADECRAFT_KEY_PASSPHRASE"];
  const token = values.get("identity-token");
  if (keyFile !== undefined && token !== undefined)
    throw new UsageError("option-value", "--key and --identity-token are two signers: give one");
  const [fulcioUrl, rekorUrl, tsaUrl] = ["fulcio-url", "rekor-url", "tsa-url"].map((name) => address(name, values));
  const key = keyFile === undefined ? undefined : await readKeyFile(keyFile, io.cwd, folder);
  const warning = keyFile === undefined ? undefined : await warnOfReaders(keyFile, io.cwd);
  if (warning !== undefined) io.stderr.write(`tradecraft: ${visible(warning)}\n`);
  return signSkill(folder, {
    replace: flags.has("force"),
    ...(key !== undefined && { key }),
    ...(passphrase !== undefined && { passphrase }),
    ...(token !== undefined && { identityToken: token }),
    ...(fulcioUrl !== undefined && { fulcioUrl }),
    ...(rekorUrl !== undefined && { rekorUrl }),
    ...(tsaUrl !== undefined && { tsaUrl }),
  });
}

function address(name: string, values: ParsedArgs["values"]): string | undefined {
  const given = values.get(name);
  if (given === undefined || URL.canParse(given)) return given?.replace(/\/$/, "");
  throw new UsageError("option-value", `--${name} must be an address, not "${given}"`);
}

function report(made: NewKeyFile | undefined, signed: SignedSkill | undefined, args: ParsedArgs, io: CliIo): void {
  if (args.flags.has("json")) {
    const { skill, digest, path, signer, files } = signed ?? {};
    const signature = signed && { skill, digest, path, signer, files: files?.length };
    io.stdout.write(jsonDocument(true, { ...(made && { key: made }), ...(signature && { signature }) }));
    return;
  }
  const shown = (path: string): string => visible(shownPath(path, io.cwd, homeOf(io)));
  if (made !== undefined) {
    io.stdout.write(`Made the key ${made.hint}\n`);
    io.stdout.write(`  private  ${shown(made.path)}  keep it to yourself\n`);
    io.stdout.write(`  public   ${shown(made.publicPath)}  for those who verify\n`);
  }
  if (signed === undefined) return;
  const { skill, files, path, signer } = signed;
  io.stdout.write(`Signed ${visible(skill)}: ${plural(files.length, "file")}, by ${visible(describeSigner(signer))}\n`);
  io.stdout.write(`  ${shown(path)}\n`);
}
