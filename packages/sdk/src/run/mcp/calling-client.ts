import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** Who makes a call, and what they can be asked. */
export interface CallingClient {
  readonly name: string | undefined;
  /** The client shows forms to its user. */
  readonly offersForms: boolean;
  /** It speaks the protocol of 2026: questions are results, and the call is made again with the answers. */
  readonly isModern: boolean;
}

/** The client of a call, as its handshake said in 2025, or as each call says in 2026. */
export function callingClient(server: Server, { mcpReq: { envelope } }: ServerContext): CallingClient {
  const said = envelope as Readonly<Record<string, unknown>> | undefined;
  const info = (said?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion()) as Implementation | undefined;
  const capabilities = (said?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()) as
    | ClientCapabilities
    | undefined;
  const forms = capabilities?.elicitation;
  // Before there were modes, an empty object meant forms.
  const offersForms = forms !== undefined && (forms.form !== undefined || Object.keys(forms).length === 0);
  return { name: info?.name, offersForms, isModern: said !== undefined };
}
