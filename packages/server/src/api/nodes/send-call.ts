import { request as httpRequest, type Agent, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { urlToHttpOptions } from "node:url";
import type { Holder } from "../../database/node-lease-rules.ts";
import type { Peer } from "../../http-kit/peer.ts";
import { frameOf, hasBody, headersToPass, isRepeatable } from "./pass-on-rules.ts";
import { headersOfPassed } from "./passed-peer.ts";

/** Longest silence of the holder, in ms: the holder has its own limits, the longest of them for uploads. */
const SILENCE_LIMIT_MS = 20 * 60_000;

export interface SendOptions {
  readonly request: IncomingMessage;
  readonly holder: Holder;
  /** The peer as this node saw it. */
  readonly peer: Peer;
  /** For repeatable calls; others get a connection of their own, which can't be one about to close. */
  readonly agent: Agent;
  /** Aborted when the client is gone, or the holder has lost the lease. */
  readonly signal: AbortSignal;
}

type SentCall =
  | { readonly kind: "answered"; readonly answer: IncomingMessage }
  | { readonly kind: "not-sent" }
  | { readonly kind: "unanswered" };

type SentUpgrade =
  | SentCall
  | {
      readonly kind: "upgraded";
      readonly answer: IncomingMessage;
      /** Owned by the caller. */
      readonly upstream: Duplex;
      /** Already read from the upgraded connection. */
      readonly head: Buffer;
    };

/** Sends a call to the holder, streaming its body. Never throws. */
export async function sendCall(options: SendOptions): Promise<SentCall> {
  const sent = await send(options, []);
  if (sent.kind !== "upgraded") return sent;
  sent.upstream.destroy(); // nobody asked to upgrade
  return { kind: "unanswered" };
}

/** Asks the holder to upgrade a connection. Never throws. */
export async function sendUpgrade(options: SendOptions): Promise<SentUpgrade> {
  return await send(options, ["connection", "Upgrade", "upgrade", "websocket"]);
}

function send(
  { request, holder, peer, agent, signal }: SendOptions,
  more: readonly string[],
): Promise<SentUpgrade> {
  const outcome = Promise.withResolvers<SentUpgrade>();
  let isSent = false;
  const outgoing = httpRequest({
    ...urlToHttpOptions(new URL(holder.url)),
    method: request.method,
    path: request.url,
    headers: [
      ...headersToPass(request.rawHeaders),
      ...frameOf(request),
      ...headersOfPassed(holder.secret, peer),
      ...more,
    ],
    agent: more.length === 0 && isRepeatable(request) ? agent : false,
    signal,
  });
  const begin = (): void => {
    isSent = true;
    if (hasBody(request)) request.pipe(outgoing);
    else outgoing.end();
  };
  outgoing.once("socket", (socket) => {
    if (socket.connecting) socket.once("connect", begin);
    else begin();
  });
  outgoing.setTimeout(SILENCE_LIMIT_MS, () => void outgoing.destroy(new Error("no answer")));
  outgoing.once("response", (answer) => {
    request.unpipe(outgoing);
    outcome.resolve({ kind: "answered", answer });
  });
  outgoing.once("upgrade", (answer, upstream, head) =>
    outcome.resolve({ kind: "upgraded", answer, upstream, head }),
  );
  // After an answer it only means that the holder has stopped reading the body.
  outgoing.on("error", () => outcome.resolve({ kind: isSent ? "unanswered" : "not-sent" }));
  return outcome.promise;
}
