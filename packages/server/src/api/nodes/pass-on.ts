import { Agent, STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { isSameHolder, type Holder } from "../../database/node-lease-rules.ts";
import type { Peer } from "../../http-kit/peer.ts";
import { decideAfter, headersToPass, wordRefusal, type PassRefusal } from "./pass-on-rules.ts";
import type { NodeSockets } from "./node-sockets.ts";
import { sendCall, sendUpgrade, type SendOptions } from "./send-call.ts";

/** Longest that a call waits for a holder or is retried, in ms. */
const WAIT_LIMIT_MS = 10_000;
/** Pause between retries, in ms. */
const PAUSE_MS = 100;
/** How long a client that was answered early may keep sending its body, in ms. */
const DRAIN_MS = 3000;
const RETRY_AFTER_SECONDS = 2;

interface Target {
  readonly holder: Holder;
  /** Sockets that end at this node; null: all are passed on. */
  readonly sockets: NodeSockets | null;
  /** Aborts everything running on it. */
  readonly ended: AbortController;
}

interface Passed {
  readonly request: IncomingMessage;
  readonly peer: Peer;
}

interface PassOnOptions {
  readonly mostSockets: number;
  /** How long a client may leave its answer unread, in ms. */
  readonly stallMs: number;
  /** For sockets that end at this node; null: they are all passed on. */
  readonly openSockets: ((holder: Holder) => NodeSockets) | null;
}

/** Passes calls and sockets on to the node that holds the lease. Limited by the web port's connections. */
export class PassOn {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #options: PassOnOptions;
  #target: Target | null = null;
  #isDatabaseAway = false;
  #isOwn = false;
  #changed = Promise.withResolvers<void>();
  #sockets = 0;

  constructor(options: PassOnOptions) {
    this.#options = options;
  }

  /** @param holder null: there is none, or it is starting; calls wait for the next one */
  setHolder(
    holder: Holder | null,
    { isDatabaseAway, isOwn }: { readonly isDatabaseAway: boolean; readonly isOwn: boolean },
  ): void {
    const isSame = isSameHolder(this.#target?.holder ?? null, holder);
    if (isSame && isDatabaseAway === this.#isDatabaseAway) return;
    this.#isDatabaseAway = isDatabaseAway;
    this.#isOwn = isOwn;
    if (!isSame) {
      this.#target?.ended.abort();
      this.#target?.sockets?.close();
      // This node's own server writes to its own sockets.
      const sockets =
        holder === null || isOwn ? null : (this.#options.openSockets?.(holder) ?? null);
      this.#target = holder === null ? null : { holder, sockets, ended: new AbortController() };
    }
    const { resolve } = this.#changed;
    this.#changed = Promise.withResolvers();
    resolve();
  }

  /** Answers as the holder does, or with 503 and a reason. Never throws. */
  async passCall({
    response,
    ...passed
  }: Passed & { readonly response: ServerResponse }): Promise<void> {
    const { request } = passed;
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const endsAtMs = performance.now() + WAIT_LIMIT_MS;
    while (!gone.signal.aborted) {
      const target = await this.#findTarget(endsAtMs, gone.signal);
      if (typeof target === "string") return refuseCall(response, target);
      const sent = await sendCall(this.#optionsOf(target, passed, gone.signal));
      if (sent.kind === "answered") return await this.#answer(sent.answer, request, response);
      if (decideAfter(sent.kind, request) === "tell-unsure") return refuseCall(response, "unsure");
      await delay(PAUSE_MS, undefined, { signal: gone.signal }).catch(() => {}); // the client is gone
    }
  }

  /** Joins a socket to the holder, or refuses it. Never throws. */
  async passUpgrade({
    socket,
    head,
    ...passed
  }: Passed & { readonly socket: Duplex; readonly head: Buffer }): Promise<void> {
    const gone = new AbortController();
    socket.on("error", () => {}); // 'close' follows
    socket.once("close", () => gone.abort());
    if (this.#sockets >= this.#options.mostSockets) return refuseUpgrade(socket, "too-many");
    this.#sockets += 1;
    socket.once("close", () => (this.#sockets -= 1));
    const endsAtMs = performance.now() + WAIT_LIMIT_MS;
    while (!gone.signal.aborted) {
      const target = await this.#findTarget(endsAtMs, gone.signal);
      if (typeof target === "string") return refuseUpgrade(socket, target);
      const options = this.#optionsOf(target, passed, gone.signal);
      const sent =
        target.sockets?.isLive === true
          ? await target.sockets.join({ ...options, socket, head })
          : await sendUpgrade(options);
      if (sent.kind === "joined") return;
      if (sent.kind === "answered") return await answerUpgrade(sent.answer, socket);
      if (sent.kind === "upgraded") {
        sent.upstream.write(head);
        return join(sent, { socket, ended: target.ended.signal });
      }
      await delay(PAUSE_MS, undefined, { signal: gone.signal }).catch(() => {}); // the client is gone
    }
  }

  /** Ends everything in progress. */
  close(): void {
    this.setHolder(null, { isDatabaseAway: this.#isDatabaseAway, isOwn: false });
    this.#agent.destroy();
  }

  #optionsOf(target: Target, { request, peer }: Passed, gone: AbortSignal): SendOptions {
    const signal = AbortSignal.any([gone, target.ended.signal]);
    return { request, peer, holder: target.holder, agent: this.#agent, signal };
  }

  /** Waits for a holder if necessary. */
  async #findTarget(endsAtMs: number, gone: AbortSignal): Promise<Target | PassRefusal> {
    for (;;) {
      const leftMs = endsAtMs - performance.now();
      if (leftMs <= 0 || gone.aborted) return "no-holder";
      if (this.#target !== null) return this.#target;
      if (this.#isDatabaseAway) return "no-database";
      await Promise.race([
        this.#changed.promise,
        delay(leftMs, undefined, { signal: gone, ref: false }).catch(() => {}), // the client is gone
      ]);
    }
  }

  async #answer(
    answer: IncomingMessage,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    // This node holds the lease now, so the client's next connection needs no passing on.
    if (this.#isOwn) response.shouldKeepAlive = false;
    if (!request.complete) {
      response.shouldKeepAlive = false;
      request.resume();
      response.once("finish", () => setTimeout(() => request.destroy(), DRAIN_MS).unref());
    }
    request.socket.setTimeout(this.#options.stallMs);
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, [
      ...headersToPass(answer.rawHeaders),
    ]);
    await pipeline(answer, response).catch(() => response.destroy());
  }
}

/** Ends both when either ends, and when the holder loses the lease. */
function join(
  {
    answer,
    upstream,
    head,
  }: {
    readonly answer: IncomingMessage;
    readonly upstream: Duplex;
    readonly head: Buffer;
  },
  { socket, ended }: { readonly socket: Duplex; readonly ended: AbortSignal },
): void {
  upstream.on("error", () => {}); // 'close' follows
  const end = (): void => {
    upstream.destroy();
    socket.destroy();
  };
  ended.addEventListener("abort", end);
  upstream.once("close", () => {
    ended.removeEventListener("abort", end);
    socket.end();
  });
  socket.once("close", () => upstream.destroy());
  if (ended.aborted || socket.destroyed) return end();
  socket.write(headOf(answer.statusCode ?? 101, answer.rawHeaders));
  socket.write(head);
  upstream.pipe(socket);
  socket.pipe(upstream);
}

async function answerUpgrade(answer: IncomingMessage, socket: Duplex): Promise<void> {
  const headers = [...headersToPass(answer.rawHeaders), "Connection", "close"];
  socket.write(headOf(answer.statusCode ?? 502, headers));
  await pipeline(answer, socket).catch(() => socket.destroy());
}

function refuseUpgrade(socket: Duplex, refusal: PassRefusal): void {
  const body = wordRefusal(refusal);
  const headers = [
    "Content-Type",
    "text/plain; charset=utf-8",
    "Content-Length",
    String(Buffer.byteLength(body)),
    "Retry-After",
    String(RETRY_AFTER_SECONDS),
    "Connection",
    "close",
  ];
  socket.end(`${headOf(503, headers)}${body}`);
}

function headOf(status: number, headers: readonly string[]): string {
  const lines = headers.flatMap((value, place) =>
    place % 2 === 1 ? [`${headers[place - 1]}: ${value}`] : [],
  );
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines, "", ""].join("\r\n");
}

function refuseCall(response: ServerResponse, refusal: PassRefusal): void {
  if (response.destroyed) return;
  response.shouldKeepAlive = false;
  response.writeHead(503, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": String(RETRY_AFTER_SECONDS),
    "x-content-type-options": "nosniff",
  });
  response.end(JSON.stringify({ error: wordRefusal(refusal), code: "unavailable" }));
}
