import type { StandardSchemaV1 } from "@standard-schema/spec";

/** What a request is sent with. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly allowInputRequired?: boolean;
}

/** What a server said it can do, as far as it is looked at. */
export interface McpServerCapabilities {
  readonly resources?: object | undefined;
  readonly tools?: object | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** A stream of change notifications, as revision 2026-07-28 opens it. */
export interface McpSubscription {
  close(): Promise<void>;
  /** Resolves when it has ended: `local` if that was asked for. */
  readonly closed?: Promise<string>;
}

/** The part of an MCP client that is used: the connected `Client` of `@modelcontextprotocol/client` fits. */
export interface McpClient {
  getServerCapabilities(): McpServerCapabilities | undefined;
  request(
    request: { method: string; params?: Record<string, unknown> },
    schema: StandardSchemaV1<unknown, unknown>,
    options?: McpRequestOptions,
  ): Promise<unknown>;
  getProtocolEra?(): string | undefined;
  setNotificationHandler?(method: "notifications/resources/list_changed", handler: () => void): void;
  listen?(filter: { resourcesListChanged?: boolean }, options?: McpRequestOptions): Promise<McpSubscription>;
}

/** Takes every answer as it is: what it holds is checked where it is used. */
export const anyResult: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "tradecraft", validate: (value) => ({ value }) },
};

/** The extension's identifier. */
export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";

/** True for an object that is no array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
