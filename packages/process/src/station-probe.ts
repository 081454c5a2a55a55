import { get as getByHttp, type IncomingMessage } from "node:http";
import { get as getByHttps } from "node:https";
import { once } from "node:events";
import { hasMp3Frames } from "./mp3-frame-rules.ts";

/** Frames in a row that no other data looks like. */
const WANTED_FRAMES = 4;
const MAX_BYTES = 256 * 1024;

/**
 * Requests a URL of a station on this machine, accepting any certificate.
 * @returns the status, or null without a response within the limit
 */
export async function askStatus(
  url: string,
  { limitMs }: { readonly limitMs: number },
): Promise<number | null> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    const response = await open(url, signal);
    response.destroy();
    return response.statusCode ?? null;
  } catch {
    return null; // not there, or not yet
  }
}

/** Listens to a stream of a station on this machine. @returns whether MP3 arrived within the limit */
export async function servesMp3(
  url: string,
  { limitMs }: { readonly limitMs: number },
): Promise<boolean> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    const response = await open(url, signal);
    let heard = Buffer.alloc(0);
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) break;
      heard = Buffer.concat([heard, chunk]);
      if (hasMp3Frames(heard, WANTED_FRAMES)) return true;
      if (heard.length > MAX_BYTES) break;
    }
    return false;
  } catch {
    return false; // not there, not yet, or ended
  }
}

async function open(url: string, signal: AbortSignal): Promise<IncomingMessage> {
  // This is our own machine: the names in its certificate do not matter.
  const options = { signal, agent: false, rejectUnauthorized: false };
  const request = url.startsWith("https:") ? getByHttps(url, options) : getByHttp(url, options);
  // A response may fail in the same turn it begins.
  request.on("error", () => {});
  const [response] = await once(request, "response");
  return response;
}
