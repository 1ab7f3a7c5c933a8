import { readFileSync } from "node:fs";
import { type Schema, Validator } from "@cfworker/json-schema";

const schema = JSON.parse(readFileSync(new URL("sarif-2.1.0.schema.json", import.meta.url), "utf8")) as Schema;
const validator = new Validator(schema, "2020-12", false);

/** What the schema of SARIF 2.1.0 has against a log. */
export function sarifErrors(log: unknown): readonly string[] {
  return validator.validate(log).errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}
