import { request as httpRequest, type Agent, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { urlToHttpOptions } from "node:url";
import type { Holder } from "../../database/node-lease-rules.ts";
import type { Peer } from "../../http-kit/peer.ts";
import { frameOf, hasBody, headersToPass, isRepeatable } from "./pass-on-rules.ts";
import { headersOfPassed } from "./passed-peer.ts";

/** Longest silence of the holder, in ms: it has limits of its own, the longest of which is that of an upload. */
const SILENCE_LIMIT_MS = 20 * 60_000;

export interface SendOptions {
  readonly request: IncomingMessage;
  readonly holder: Holder;
  /** Who this node saw it come from. */
  readonly peer: Peer;
  /** Of calls that can be sent again; others get a connection of their own, which can't be one that is just ending. */
  readonly agent: Agent;
  /** Aborted when the client has gone, or the holder is one no longer. */
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
      /** Of the upgraded connection, already read. */
      readonly head: Buffer;
    };

/** Sends a call to the holder, its body as it comes. Never throws. */
export async function sendCall(options: SendOptions): Promise<SentCall> {
  const sent = await send(options, []);
  if (sent.kind !== "upgraded") return sent;
  sent.upstream.destroy(); // it was not asked to
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
  // Behind an answer it only says that the holder reads no more of the body.
  outgoing.on("error", () => outcome.resolve({ kind: isSent ? "unanswered" : "not-sent" }));
  return outcome.promise;
}
