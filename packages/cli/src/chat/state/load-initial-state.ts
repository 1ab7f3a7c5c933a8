import { resolve } from "node:path";
import { type Skillset, SkillError } from "@tradecraft/sdk";
import { readSkillFile } from "@tradecraft/sdk/node";
import { UsageError } from "../../usage-error.ts";
import { type ParsedState, parseState, StateSyntaxError } from "./parse-state.ts";
import { readRefusal } from "./refusal.ts";

const maxBytes = 4 * 1024 * 1024;

/** Gives a skillset the state of a JSON or YAML file; what does not fit is a `UsageError` with the file's line. */
export async function loadInitialState(skillset: Pick<Skillset, "state">, file: string, cwd: string): Promise<void> {
  const state = parse(await read(file, cwd), file);
  try {
    const { unknown } = await skillset.state.restore(state.value);
    const [stranger] = unknown;
    if (stranger === undefined) return;
    const known = Object.keys(skillset.state.snapshot());
    const there = known.length === 0 ? "none of the skills keeps any" : `there are: ${known.join(", ")}`;
    throw invalid(file, state.lineOf([stranger]), `no skill keeps the state "${stranger}"; ${there}`);
  } catch (error) {
    const refusal = readRefusal(error);
    if (refusal === undefined) throw error;
    throw invalid(file, state.lineOf(refusal.path), refusal.message);
  }
}

async function read(file: string, cwd: string): Promise<string> {
  try {
    return (await readSkillFile(resolve(cwd, file), { maxBytes })).text;
  } catch (error) {
    if (!SkillError.is(error)) throw error;
    const reason = error.code === "file-missing" ? "There is no such file." : error.message;
    throw new UsageError("option-value", `--initial-state ${file}: ${reason}`);
  }
}

function parse(text: string, file: string): ParsedState {
  try {
    return parseState(text);
  } catch (error) {
    if (error instanceof StateSyntaxError) throw invalid(file, error.line, error.message);
    throw error;
  }
}

function invalid(file: string, line: number, message: string): UsageError {
  return new UsageError("option-value", `--initial-state ${file}:${line}: ${message}`);
}
