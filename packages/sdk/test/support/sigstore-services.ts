import { createHash, generateKeyPairSync, type KeyPairKeyObjectResult } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fulcioHandler, initializeCA, initializeTLog, initializeTSA, rekorHandler, tsaHandler } from "@sigstore/mock";
import { HashAlgorithm, PublicKeyDetails, TrustedRoot } from "@sigstore/protobuf-specs";
import { certificateLog } from "./certificate-log.ts";
import { tufMirror } from "./tuf-mirror.ts";

/** Sigstore's services on this machine, and what is needed to trust them. */
export interface SigstoreServices {
  readonly url: string;
  /** Text of the trusted root. */
  readonly trustRoot: string;
  readonly tuf: { readonly mirrorUrl: string; readonly rootPath: string; readonly cachePath: string };
  /** Paths that were asked for, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

export interface SigstoreServicesOptions {
  /** What the certificate authority takes the time for; certificates are good for ten minutes. */
  readonly certificateTime?: Date;
  /** Whether certificates are entered in a log. Default true. */
  readonly logsCertificates?: boolean;
}

/** Starts the certificate authority, the log, the timestamp authority and the repository of trust roots. */
export async function startSigstore(options: SigstoreServicesOptions = {}): Promise<SigstoreServices> {
  const keys = (namedCurve = "prime256v1"): KeyPairKeyObjectResult => generateKeyPairSync("ec", { namedCurve });
  const requests: string[] = [];
  const answers = new Map<string, (body: string) => Promise<{ status: number; type: string; body: string | Buffer }>>();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push(path);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const answer = answers.get(path);
      if (answer === undefined) return void response.writeHead(404).end();
      void answer(Buffer.concat(chunks).toString("utf8")).then(({ status, type, body }) =>
        response.writeHead(status, { "content-type": type }).end(body),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const ctlog = certificateLog();
  const ca = await initializeCA(
    keys("secp384r1"),
    options.logsCertificates === false ? undefined : ctlog,
    options.certificateTime,
  );
  const tlog = await initializeTLog(url, keys());
  const tsa = await initializeTSA(keys("secp384r1"));
  // The mock writes `.12` for 120 milliseconds, as it should, and sigstore's reader takes three digits or none.
  Object.assign(tsa, { getCurrentTime: () => new Date(Math.floor(Date.now() / 1000) * 1000) });
  for (const { path, fn } of [fulcioHandler(ca), tsaHandler(tsa)]) {
    answers.set(path, async (body) => {
      const { statusCode, response, contentType = "text/plain" } = await fn(body);
      return { status: statusCode, type: contentType, body: response };
    });
  }

  const rekor = rekorHandler(tlog);
  answers.set(rekor.path, async (body) => {
    const { statusCode, response, contentType = "text/plain" } = await rekor.fn(JSON.stringify(asLogged(body)));
    return { status: statusCode, type: contentType, body: response };
  });

  const start = new Date(Date.now() - 7 * 86_400_000);
  const log = (baseUrl: string, rawBytes: Buffer, keyId: Buffer): object => ({
    baseUrl,
    hashAlgorithm: HashAlgorithm.SHA2_256,
    publicKey: { rawBytes, keyDetails: PublicKeyDetails.PKIX_ECDSA_P256_SHA_256, validFor: { start } },
    logId: { keyId },
    operator: "test",
  });
  const authority = (uri: string, certificates: readonly Buffer[]): object => ({
    subject: { organization: "test", commonName: "test" },
    uri,
    certChain: { certificates: certificates.map((rawBytes) => ({ rawBytes })) },
    validFor: { start },
    operator: "test",
  });
  const trustRoot = JSON.stringify(
    TrustedRoot.toJSON({
      mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
      tlogs: [log(url, tlog.publicKey, createHash("sha256").update(tlog.publicKey).digest())],
      certificateAuthorities: [authority(url, [ca.rootCertificate])],
      ctlogs: [log(url, ctlog.publicKey, ctlog.logID)],
      timestampAuthorities: [authority(url, [tsa.intCertificate, tsa.rootCertificate])],
    } as unknown as TrustedRoot),
  );

  const mirror = tufMirror(trustRoot);
  const folder = mkdtempSync(join(tmpdir(), "tradecraft-tuf-"));
  writeFileSync(join(folder, "root.json"), mirror.get("root.json") ?? "");
  for (const [path, body] of mirror) {
    answers.set(`/tuf/${path}`, async () => ({ status: 200, type: "application/json", body }));
  }
  return {
    url,
    trustRoot,
    tuf: { mirrorUrl: `${url}/tuf`, rootPath: join(folder, "root.json"), cachePath: join(folder, "cache") },
    requests,
    close: async () => {
      rmSync(folder, { recursive: true, force: true });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What the log keeps of a proposed entry: digests and the signature, not the content. The mock keeps it all. */
function asLogged(body: string): object {
  const { spec, ...entry } = JSON.parse(body) as {
    spec: { proposedContent: { envelope: string; verifiers: readonly string[] } };
  };
  const { envelope, verifiers } = spec.proposedContent;
  const { payload, signatures } = JSON.parse(envelope) as { payload: string; signatures: { sig: string }[] };
  const sha256 = (content: string | Buffer): object => ({
    algorithm: "sha256",
    value: createHash("sha256").update(content).digest("hex"),
  });
  return {
    ...entry,
    spec: {
      envelopeHash: sha256(envelope),
      payloadHash: sha256(Buffer.from(payload, "base64")),
      signatures: signatures.map(({ sig }) => ({ signature: sig, verifier: verifiers[0] })),
    },
  };
}

/** An identity token that the certificate authority takes at its word. */
export function identityToken(claims: Readonly<Record<string, string>>): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ aud: "sigstore", ...claims })}.${part({})}`;
}
