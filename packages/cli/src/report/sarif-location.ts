import { pathToFileURL } from "node:url";
import { relativePath } from "./relative-path.ts";

/** A part of a line, as findings have it. */
export interface SarifPlace {
  /** 1-based. */
  readonly line?: number | undefined;
  /** 1-based, in UTF-16 units. */
  readonly column?: number | undefined;
  readonly length?: number | undefined;
}

/** The location of a finding in a file. */
export function sarifLocation(artifactLocation: object, { line, column, length }: SarifPlace = {}): object {
  const columns = column === undefined ? {} : { startColumn: column, endColumn: column + (length ?? 1) };
  const region = line === undefined ? {} : { region: { startLine: line, ...columns } };
  return { physicalLocation: { artifactLocation, ...region } };
}

/** The address of a file: relative to the current folder where it lies below it. */
export function locateArtifact(absolutePath: string, cwd: string): object {
  const path = relativePath(cwd, absolutePath);
  if (path === undefined) return { uri: pathToFileURL(absolutePath).href };
  // Through bytes, because a lone surrogate in a file name cannot be percent-encoded.
  const segments = path.split("/").map((segment) => encodeURIComponent(Buffer.from(segment).toString("utf8")));
  return { uri: segments.join("/") || ".", uriBaseId: "%SRCROOT%" };
}
