import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import type { Holder } from "../../database/node-lease-rules.ts";
import type { Peer } from "../../http-kit/peer.ts";
import { SEQUENCE_HEADER, SHARED_HEADER } from "../../socket/shared-rounds.ts";
import { headersToPass } from "./pass-on-rules.ts";
import { headersOfPassed } from "./passed-peer.ts";

const HANDSHAKE_LIMIT_MS = 10_000;
/** Longest message of the holder, such as a list of the whole queue. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

export type OpenedUpstream =
  | {
      readonly kind: "opened";
      /** Owned by the caller; paused. */
      readonly upstream: WebSocket;
      /** The last round included in its first messages. */
      readonly sequence: number;
      readonly cookies: readonly string[];
    }
  | { readonly kind: "answered"; readonly answer: IncomingMessage }
  | { readonly kind: "not-sent" };

/** Opens a browser's socket at the holder, without shared messages. It ends with the signal. Never throws. */
export async function openUpstream({
  request,
  holder,
  peer,
  signal,
}: {
  readonly request: IncomingMessage;
  readonly holder: Holder;
  readonly peer: Peer;
  readonly signal: AbortSignal;
}): Promise<OpenedUpstream> {
  const url = new URL(request.url ?? "/ws", holder.url);
  url.protocol = "ws:";
  const upstream = new WebSocket(url, {
    headers: headersFor(request, holder, peer),
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handshakeTimeout: HANDSHAKE_LIMIT_MS,
  });
  upstream.on("error", () => {}); // 'close' follows
  const outcome = Promise.withResolvers<OpenedUpstream>();
  let response: IncomingMessage | null = null;
  upstream.once("upgrade", (answer) => (response = answer));
  upstream.once("open", () => {
    // Messages are read once someone listens for them.
    upstream.pause();
    const sequence = Number(response?.headers[SEQUENCE_HEADER] ?? Number.NaN);
    const cookies = response?.headers["set-cookie"] ?? [];
    if (Number.isSafeInteger(sequence))
      return outcome.resolve({ kind: "opened", upstream, sequence, cookies });
    upstream.terminate();
    outcome.resolve({ kind: "not-sent" });
  });
  upstream.once("unexpected-response", (_request, answer) =>
    outcome.resolve({ kind: "answered", answer }),
  );
  upstream.once("close", () => outcome.resolve({ kind: "not-sent" }));
  const end = (): void => upstream.terminate();
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  upstream.once("close", () => signal.removeEventListener("abort", end));
  return await outcome.promise;
}

function headersFor(
  request: IncomingMessage,
  holder: Holder,
  peer: Peer,
): Readonly<Record<string, string[]>> {
  const pairs = [
    ...headersToPass(request.rawHeaders),
    ...headersOfPassed(holder.secret, peer),
    SHARED_HEADER,
    "1",
  ];
  const headers: Record<string, string[]> = {};
  for (let place = 0; place + 1 < pairs.length; place += 2) {
    const [name = "", value = ""] = pairs.slice(place, place + 2);
    // Part of the handshake, which differs between the two connections.
    if (name.toLowerCase().startsWith("sec-websocket-")) continue;
    (headers[name.toLowerCase()] ??= []).push(value);
  }
  return headers;
}
