import { get, type IncomingMessage } from "node:http";
import { MONITOR_USER_AGENT } from "../stream/listener-rules.ts";

/** What a listener received in that time. */
export type Stay =
  | { readonly kind: "refused"; readonly detail: string }
  | {
      readonly kind: "received";
      readonly body: Buffer;
      readonly metaint: number | null;
      /** The longest time without data, in ms. */
      readonly longestGapMs: number;
    };

/** More than 20 s of the densest mount plus what a fast clock adds; beyond that it has heard enough. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Listens to a mount for that long like a player, but without being counted. */
export async function listen(url: string, stayMs: number): Promise<Stay> {
  const stay = Promise.withResolvers<Stay>();
  const headers = { "User-Agent": MONITOR_USER_AGENT, "Icy-MetaData": "1" };
  const request = get(url, { headers, agent: false });
  request.on("error", (error) =>
    stay.resolve({ kind: "refused", detail: `The stream can't be reached (${error.message})` }),
  );
  let received: IncomingMessage | null = null;
  request.on("response", (response) => {
    received = response;
    receive(response, stay.resolve);
  });
  const timer = setTimeout(() => {
    if (received !== null) return void received.destroy();
    return stay.resolve({ kind: "refused", detail: "The stream server does not answer" });
  }, stayMs);
  try {
    return await stay.promise;
  } finally {
    clearTimeout(timer);
    request.destroy();
  }
}

/** Ends with the connection, which the caller closes. */
function receive(response: IncomingMessage, done: (stay: Stay) => void): void {
  const { statusCode } = response;
  response.on("error", () => {}); // its end follows
  if (statusCode !== 200) {
    const detail = `The stream server answers ${statusCode}`;
    return done({ kind: "refused", detail });
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  let longestGapMs = 0;
  let lastAtMs = performance.now();
  const recordGap = (): void => {
    const nowMs = performance.now();
    longestGapMs = Math.max(longestGapMs, nowMs - lastAtMs);
    lastAtMs = nowMs;
  };
  response.on("data", (chunk: Buffer) => {
    recordGap();
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) response.destroy();
  });
  response.on("close", () => {
    recordGap();
    const metaint = Number(response.headers["icy-metaint"]);
    done({
      kind: "received",
      body: Buffer.concat(chunks),
      metaint: Number.isInteger(metaint) && metaint > 0 ? metaint : null,
      longestGapMs,
    });
  });
  return undefined;
}
