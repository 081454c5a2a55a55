import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import {
  checkStreamAddress,
  type AddressRules,
  type StreamAddress,
} from "@neonrelay/process/stream-address";
import { isPublicAddress } from "@neonrelay/process/public-address";
import { FetchError } from "./fetch-error.ts";
import { connectTo } from "./guarded-connection.ts";

/** Time limits for other servers, in ms. */
interface FetchLimits {
  readonly connectMs: number;
  /** From the connection to the end of the headers, however slowly they arrive. */
  readonly answerMs: number;
  /** Between two pieces of the body. */
  readonly idleMs: number;
}

export const fetchLimits: FetchLimits = { connectMs: 5000, answerMs: 10_000, idleMs: 10_000 };

/** Where on-air may connect, and how long it waits. */
export interface FetchRules extends AddressRules {
  readonly limits: FetchLimits;
}

/** An answer with an unread body. */
export interface Answer {
  /** After the last redirect. */
  readonly url: URL;
  readonly status: number;
  /** Takes a lower-case name; undefined when that header was not sent. */
  readonly header: (name: string) => string | undefined;
  /**
   * The body, to be read once.
   * @throws FetchError when nothing comes for too long, or the connection breaks
   */
  readonly body: AsyncGenerator<Buffer, void>;
  /** Ends the connection, as the end of the body or the order's `signal` does. Idempotent. */
  readonly close: () => void;
}

interface FetchOrder {
  readonly url: string;
  /** What the user asked for, when a server led from there to `url`: see `requireNotLedInside`. */
  readonly asked?: string;
  /** Also sent to every redirect target, so never put secrets here. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly rules: FetchRules;
  readonly signal: AbortSignal;
}

const MAX_REDIRECTIONS = 5;
const MAX_HEADER_BYTES = 16 * 1024;
const REDIRECTIONS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Fetches an address. We look up every host ourselves, including redirect targets, and connect only to addresses found
 * to be public or allowed.
 * @throws FetchError
 */
export async function fetchGuarded(order: FetchOrder): Promise<Answer> {
  const { url, asked = url, headers, rules, signal } = order;
  let next = url;
  for (let hops = 0; hops <= MAX_REDIRECTIONS; hops += 1) {
    const address = await checkStreamAddress(next, rules);
    if (address.kind !== "public") throw new FetchError(whyRefused(address));
    requireNotLedInside(address, asked);
    const response = await ask({ ...address, headers: headers ?? {}, rules, signal });
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (!REDIRECTIONS.includes(status) || location === undefined) {
      const body = contentOf(response, rules.limits.idleMs);
      const close = (): void => void response.destroy(new FetchError("The download took too long"));
      signal.addEventListener("abort", close, { once: true });
      response.once("close", () => signal.removeEventListener("abort", close));
      if (signal.aborted) close();
      const header = (name: string): string | undefined => {
        const value = response.headers[name];
        return typeof value === "string" ? value : value?.[0];
      };
      return { url: address.url, status, header, body, close };
    }
    response.destroy();
    const target = URL.parse(location, address.url);
    if (target === null) throw new FetchError("The server redirects to an invalid address");
    next = target.href;
  }
  throw new FetchError("The server redirects in circles");
}

/**
 * A private host is allowed only as the user entered it. A server may not lead to another port or scheme of it: the
 * services there were not meant.
 */
function requireNotLedInside(
  { url, addresses }: Extract<StreamAddress, { kind: "public" }>,
  asked: string,
): void {
  if (url.origin === URL.parse(asked)?.origin || addresses.every(isPublicAddress)) return;
  throw new FetchError(
    `The server leads to ${url.origin}, which is in a private network: enter that address if you mean it`,
  );
}

/**
 * The body of a small answer.
 * @throws FetchError when it is larger, takes longer, or fails
 */
export async function fetchWhole(
  order: FetchOrder,
  { maxBytes, limitMs }: { readonly maxBytes: number; readonly limitMs: number },
): Promise<{ readonly url: URL; readonly bytes: Buffer }> {
  const signal = AbortSignal.any([order.signal, AbortSignal.timeout(limitMs)]);
  const answer = await fetchGuarded({ ...order, signal });
  requireSuccess(answer);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > maxBytes) throw new FetchError("The server sends too large a file");
    chunks.push(chunk);
  }
  return { url: answer.url, bytes: Buffer.concat(chunks) };
}

/** @throws FetchError unless the answer is a success */
export function requireSuccess({ status, close }: Answer): void {
  if (status === 200 || status === 206) return;
  close();
  if (status === 401 || status === 403) throw new FetchError("The server requires a password");
  if (status === 404 || status === 410) throw new FetchError("There is nothing at that address");
  throw new FetchError(`The server answers with an error (${status})`);
}

async function ask({
  url,
  addresses,
  headers,
  rules,
  signal,
}: {
  readonly url: URL;
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly rules: FetchRules;
  readonly signal: AbortSignal;
}): Promise<IncomingMessage> {
  const { connectMs, answerMs } = rules.limits;
  const connection = await connectTo({ url, addresses, limitMs: connectMs, signal });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
  const outgoing = request({
    // Without an agent, which would open its own connections, this is the only connection.
    createConnection: () => connection,
    path: `${url.pathname}${url.search}`,
    maxHeaderSize: MAX_HEADER_BYTES,
    headers: {
      host: url.host,
      "user-agent": "NeonRelay",
      accept: "*/*",
      "accept-encoding": "identity",
      ...headers,
      connection: "close",
    },
  });
  // A faulty body is noticed in the same turn as its head; the reader gets that error.
  for (const part of [outgoing, connection]) part.on("error", () => {});
  outgoing.end();
  try {
    const [response]: readonly unknown[] = await once(outgoing, "response", { signal: limit });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `response` is emitted with
    const answer = response as IncomingMessage;
    answer.on("error", () => {});
    return answer;
  } catch (error) {
    outgoing.destroy();
    connection.destroy();
    throw new FetchError(limit.aborted ? "The server does not answer" : whyNoAnswer(error), {
      cause: error,
    });
  }
}

async function* contentOf(response: IncomingMessage, idleMs: number): AsyncGenerator<Buffer, void> {
  const idle = (): void => void response.destroy(new FetchError("The server stopped sending"));
  const chunks: AsyncIterator<Buffer> = response[Symbol.asyncIterator]();
  try {
    for (;;) {
      // Only while we wait: a slow reader is not the server's fault.
      const timer = setTimeout(idle, idleMs);
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw new FetchError("The connection broke off", { cause: error });
  } finally {
    response.destroy();
  }
}

function whyNoAnswer(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "HPE_HEADER_OVERFLOW") return "The server's answer has endless headers";
  if (code.startsWith("HPE_")) return "The server does not speak HTTP";
  return "The server hung up without an answer";
}

function whyRefused({ kind }: Exclude<StreamAddress, { kind: "public" }>): string {
  switch (kind) {
    case "not-an-address":
      return "This is not the address of a stream";
    case "not-http":
      return "Only http and https addresses can be played";
    case "has-credentials":
      return "The address holds a password, which is not sent anywhere";
    case "unknown-host":
      return "There is no server of that name";
    case "not-public":
      return "The address leads into a private network";
    case "no-answer":
      return "The name of the server could not be looked up in time";
    default:
      return kind satisfies never;
  }
}
