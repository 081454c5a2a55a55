import { lookUpAddresses } from "@neonrelay/process/stream-address";
import { readBounded } from "@neonrelay/process/read-bounded";
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { connect } from "node:tls";
import * as z from "zod";
import type { IrcConfig, QuietConfig, ServerConfig } from "../config/config.ts";
import type { CertificateState, NameState, ReachProbe, ReachState } from "./network-rules.ts";
import { ownAddressOf } from "./port-checks.ts";
import { shortReasonOf } from "./finding.ts";

const healthSchema = z.object({ stationId: z.string().nullable() });
const streamSchema = z.object({ icestats: z.object({ server_start_iso8601: z.string() }) });
const HTTPS_PORT = 443;

type Addresses = Pick<ServerConfig, "publicUrl" | "publicStreamUrl" | "streamHost" | "streamPort">;

/** Whether this station answers at the public addresses. */
export async function checkPublicAddresses(
  { publicUrl, publicStreamUrl, streamHost, streamPort }: Addresses,
  { stationId, signal }: { readonly stationId: string | null; readonly signal: AbortSignal },
): Promise<readonly ReachState[]> {
  const looks: Promise<ReachState>[] = [];
  if (publicUrl !== null)
    looks.push(
      compare({
        read: () => readStationId(publicUrl, signal),
        own: () => Promise.resolve(stationId),
      }).then((look) => ({ variable: "PUBLIC_URL", url: publicUrl, look })),
    );
  if (publicStreamUrl !== null)
    looks.push(
      compare({
        read: () => readStreamStart(publicStreamUrl, signal),
        own: () => readStreamStart(ownAddressOf(streamHost, streamPort), signal),
      }).then((look) => ({ variable: "PUBLIC_STREAM_URL", url: publicStreamUrl, look })),
    );
  return await Promise.all(looks);
}

/** Both answers take a few kilobytes; anything longer is not a station. */
const MAX_ANSWER_BYTES = 256 * 1024;

class StatusError extends Error {
  override readonly name = "StatusError";
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

async function compare({
  read,
  own,
}: {
  readonly read: () => Promise<string | null>;
  readonly own: () => Promise<string | null>;
}): Promise<ReachProbe> {
  try {
    const [there, here] = await Promise.all([read(), own().catch(() => null)]);
    if (there === null) return { kind: "another" };
    if (here === null) return { kind: "unknown" };
    return { kind: there === here ? "this-station" : "another" };
  } catch (error) {
    if (error instanceof StatusError) return { kind: "status", status: error.status };
    return { kind: "no-answer", reason: shortReasonOf(error) };
  }
}

/** @returns null when it is no station of ours */
async function readStationId(url: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(new URL("/api/health", url), { signal });
  const { text } = await readBounded(response, MAX_ANSWER_BYTES);
  // An unhealthy station answers 503 in the same format.
  const health = healthSchema.safeParse(parsed(text));
  if (health.success) return health.data.stationId;
  if (!response.ok) throw new StatusError(response.status);
  return null;
}

/** When its stream server started. @returns null when it is none */
async function readStreamStart(url: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(new URL("/status-json.xsl", url), { signal });
  const { text } = await readBounded(response, MAX_ANSWER_BYTES);
  if (!response.ok) throw new StatusError(response.status);
  const status = streamSchema.safeParse(parsed(text));
  return status.success ? status.data.icestats.server_start_iso8601 : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Looks up every name that the configuration depends on. */
export async function lookUpNames({
  publicUrl,
  publicStreamUrl,
  databaseUrl,
  irc: { connection },
}: Pick<ServerConfig, "publicUrl" | "publicStreamUrl" | "databaseUrl" | "irc">): Promise<
  readonly NameState[]
> {
  const names = new Map<string, string>();
  const add = (variable: string, name: string | undefined): void => {
    const bare = name?.replace(/^\[|\]$/g, "") ?? "";
    if (bare !== "" && isIP(bare) === 0 && !names.has(bare)) names.set(bare, variable);
  };
  for (const [variable, url] of Object.entries({
    PUBLIC_URL: publicUrl,
    PUBLIC_STREAM_URL: publicStreamUrl,
    DATABASE_URL: databaseUrl,
  }))
    if (url !== null) add(variable, URL.parse(url)?.hostname);
  if (connection.kind === "network") add("IRC_SERVER", connection.host);
  return await Promise.all(
    [...names].map(async ([name, variable]) => ({ name, variable, answer: await lookUp(name) })),
  );
}

async function lookUp(name: string): Promise<NameState["answer"]> {
  try {
    return { addresses: [...new Set(await lookUpAddresses(name))] };
  } catch (error) {
    return { reason: shortReasonOf(error) };
  }
}

/** The certificates of the public addresses, and those in files. */
export async function checkCertificates(
  {
    publicUrl,
    publicStreamUrl,
    tls,
    irc: { connection },
  }: Pick<QuietConfig, "publicUrl" | "publicStreamUrl" | "tls"> & {
    readonly irc: Pick<IrcConfig, "connection">;
  },
  {
    isStationRunning,
    signal,
  }: { readonly isStationRunning: boolean; readonly signal: AbortSignal },
): Promise<readonly CertificateState[]> {
  const hosts = new Map<string, URL>();
  // A station that does its own TLS has no open port while stopped: its certificate is only in the file.
  const addresses = isStationRunning || tls === null ? [publicUrl, publicStreamUrl] : [];
  for (const address of addresses) {
    const url = address === null ? null : URL.parse(address);
    if (url?.protocol === "https:") hosts.set(url.host, url);
  }
  const files = Object.entries({
    TLS_CERT: tls?.files.certificate,
    IRC_LISTEN_TLS_CERT: connection.kind === "embedded" ? connection.tls?.certificate : undefined,
  }).flatMap(([of, file]) => (file === undefined ? [] : { of, file }));
  return await Promise.all([
    ...[...hosts].map(async ([of, url]) => ({ of, look: await shakeHands(url, signal) })),
    ...files.map(async ({ of, file }) => ({ of, look: await readCertificate(file) })),
  ]);
}

async function shakeHands(url: URL, signal: AbortSignal): Promise<CertificateState["look"]> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const { promise, resolve, reject } = Promise.withResolvers<CertificateState["look"]>();
  const port = url.port === "" ? HTTPS_PORT : Number(url.port);
  const servername = isIP(host) === 0 ? { servername: host } : {};
  // Certificates that browsers would refuse are read and reported, too.
  const socket = connect({ host, port, ...servername, rejectUnauthorized: false }, () => {
    const { valid_to: validTo } = socket.getPeerCertificate();
    // Node reports it as an Error or as its code.
    const distrust = socket.authorized ? null : shortReasonOf(socket.authorizationError);
    resolve({ validToMs: Date.parse(validTo), distrust });
  });
  socket.once("error", reject);
  const end = (): void => void socket.destroy(new Error("no answer"));
  signal.addEventListener("abort", end);
  try {
    return await promise;
  } catch (error) {
    return { reason: shortReasonOf(error) };
  } finally {
    signal.removeEventListener("abort", end);
    socket.destroy();
  }
}

async function readCertificate(file: string): Promise<CertificateState["look"]> {
  try {
    const { validTo } = new X509Certificate(await readFile(file));
    // Browsers need not trust it: IRC clients often accept any.
    return { validToMs: Date.parse(validTo), distrust: null };
  } catch (error) {
    return { reason: shortReasonOf(error) };
  }
}
