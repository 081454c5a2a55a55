import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { DecodeError } from "../audio/decode-error.ts";
import { splitTitles } from "../fetch/icy-reader.ts";
import { MONITOR_USER_AGENT } from "../stream/listener-rules.ts";
import type { Hearing } from "./hearing-rules.ts";
import { measureSound } from "./measure-sound.ts";

const CONNECT_LIMIT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_REDIRECTS = 3;

class SlowError extends Error {
  readonly code = "ETIMEDOUT";
}

/**
 * Listens to an address for some seconds, like a remote player.
 * @param through the address to connect to instead of the one that `url`'s host resolves to
 */
export async function probeStream(
  url: URL,
  { through, listenMs }: { readonly through: string | null; readonly listenMs: number },
): Promise<Hearing> {
  const startedAtMs = performance.now();
  let response: IncomingMessage;
  try {
    response = await openStream({ url, through, redirects: MAX_REDIRECTS });
  } catch (error) {
    return { kind: "no-connection", reason: reasonOf(error) };
  }
  const { statusCode = 0 } = response;
  if (statusCode !== 200) {
    response.destroy();
    return { kind: "status", status: statusCode };
  }
  const { body, firstByteMs } = await receive(response, listenMs);
  if (firstByteMs === null) return { kind: "nothing-came" };
  const metaint = Number(response.headers["icy-metaint"]);
  const { audio, title } = splitTitles(body, metaint > 0 ? metaint : null);
  try {
    const sound = measureSound(audio);
    const said = Number(response.headers["icy-br"]);
    return {
      kind: "sound",
      codec: sound.codec,
      bitrateKbps: said > 0 ? said : sound.bitrateKbps,
      levelDb: sound.levelDb,
      title,
      firstSoundMs: firstByteMs - startedAtMs,
    };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { kind: "not-audio" };
  }
}

/** @returns once the head of the answer is there @throws when there is none */
async function openStream({
  url,
  through,
  redirects,
}: {
  readonly url: URL;
  readonly through: string | null;
  readonly redirects: number;
}): Promise<IncomingMessage> {
  const name = url.hostname.replaceAll(/^\[|\]$/g, "");
  const options = {
    host: through ?? name,
    port: url.port === "" ? undefined : Number(url.port),
    path: `${url.pathname}${url.search}`,
    agent: false as const,
    headers: { Host: url.host, "User-Agent": MONITOR_USER_AGENT, "Icy-MetaData": "1" },
  };
  const request =
    url.protocol === "https:"
      ? https.get({ ...options, ...(isIP(name) === 0 && { servername: name }) })
      : http.get(options);
  // An answer may break off in the same turn in which it starts.
  request.on("error", () => {});
  // The limit is for the answer: the sound after it never ends.
  const limit = setTimeout(() => request.destroy(new SlowError()), CONNECT_LIMIT_MS);
  const [response] = await once(request, "response").finally(() => clearTimeout(limit));
  const { location } = response.headers;
  if (location === undefined || redirects === 0) return response;
  response.destroy();
  return await openStream({ url: new URL(location, url), through, redirects: redirects - 1 });
}

async function receive(
  response: IncomingMessage,
  listenMs: number,
): Promise<{ readonly body: Buffer; readonly firstByteMs: number | null }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let firstByteMs: number | null = null;
  const ended = Promise.withResolvers<void>();
  response.on("error", () => {}); // its end follows
  response.on("close", ended.resolve);
  response.on("data", (chunk: Buffer) => {
    firstByteMs ??= performance.now();
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) response.destroy();
  });
  const limit = setTimeout(() => response.destroy(), listenMs);
  await ended.promise;
  clearTimeout(limit);
  return { body: Buffer.concat(chunks), firstByteMs };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
