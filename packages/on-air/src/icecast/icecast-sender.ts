import { setTimeout as delay } from "node:timers/promises";
import type { AddressRules } from "@neonrelay/process/stream-address";
import type { Logger } from "@neonrelay/process/log";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import type {
  IcecastOutput,
  IcecastServer,
  OnAirSettings,
  OutputState,
} from "../protocol/index.ts";
import { formatOf, mountFacts } from "../stream/mount-formats.ts";
import type { Ring } from "../stream/ring.ts";
import { isSameFormat, type StreamFormat } from "../formats/stream-formats.ts";
import { authorizationOf, metadataPath, sourceRequest } from "./icecast-protocol.ts";
import { decideRetry, explainFailure, type OutputFailure } from "./icecast-rules.ts";
import { type OpenedSource, openSource, reasonOf, UnreachableError } from "./source-connection.ts";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { lookupOf } from "../fetch/guarded-connection.ts";

/** An output further behind than this reconnects and starts with what is on air now. */
const MAX_BEHIND_SAMPLES = 10 * PROGRAMME_RATE_HZ;
/** A mount that has just started does not accept a title yet. */
const TITLE_RETRY_MS = 1000;
const TITLE_TRIES = 3;
const NO_PRELUDE = Buffer.alloc(0);

interface OutputParts {
  readonly output: IcecastOutput;
  readonly ring: Ring;
  readonly settings: () => OnAirSettings;
  /** Which servers in private networks are allowed now. */
  readonly rules: () => AddressRules;
  readonly onStateChanged: () => void;
  readonly log: Logger;
  /** Returns numbers from 0 to below 1. */
  readonly random: () => number;
}

/**
 * Sends the programme to one Icecast server, and keeps retrying while that makes sense. It has its own position in the
 * ring, so a slow server delays nothing else.
 */
export class IcecastSender {
  readonly #parts: OutputParts;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  readonly #unsubscribe: () => void;
  #state: OutputState;
  #onAppend: () => void = () => {};

  /** Starts at once. */
  constructor(parts: OutputParts) {
    this.#parts = parts;
    const { outputId } = parts.output;
    this.#state = {
      outputId,
      state: "connecting",
      sinceMs: Date.now(),
      detail: null,
      retryAtMs: null,
    };
    this.#unsubscribe = parts.ring.onAppend(() => this.#onAppend());
    this.#running = this.#run();
  }

  get output(): IcecastOutput {
    return this.#parts.output;
  }

  get ring(): Ring {
    return this.#parts.ring;
  }

  get state(): OutputState {
    return this.#state;
  }

  /** Ends the connection; nothing is sent afterwards. */
  async close(): Promise<void> {
    this.#unsubscribe();
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    let triesInARow = 0;
    while (!this.#closing.signal.aborted) {
      const failure = await this.#connection();
      if (this.#closing.signal.aborted) return;
      const retry = decideRetry({ failure, triesInARow, random: this.#parts.random() });
      const detail = explainFailure(failure);
      const { host, mount } = this.#parts.output.server;
      // Log when it starts to fail, not on every retry of a long night.
      if (retry.isNews)
        this.#parts.log.warn({ host, mount, detail }, "an Icecast output is not connected");
      if (retry.kind === "stop") return this.#become({ state: "refused", detail, retryAtMs: null });
      ({ triesInARow } = retry);
      this.#become({ state: "waiting", detail, retryAtMs: Date.now() + retry.delayMs });
      await delay(retry.delayMs, undefined, { signal: this.#closing.signal }).catch(() => {});
    }
  }

  #become(change: Pick<OutputState, "state" | "detail" | "retryAtMs">): void {
    this.#state = { ...this.#state, ...change, sinceMs: Date.now() };
    this.#parts.onStateChanged();
  }

  /** One connection from start to end. @returns why it ended */
  async #connection(): Promise<OutputFailure> {
    const { output, ring, settings, rules } = this.#parts;
    this.#become({ state: "connecting", detail: this.#state.detail, retryAtMs: null });
    const current = settings();
    const format = ring.newest?.format ?? formatOf(output.codec, current);
    const head = sourceRequest({
      server: output.server,
      format,
      contentType: mountFacts[format.codec].contentType,
      texts: { ...current, isPublic: output.isPublic },
    });
    try {
      const { signal } = this.#closing;
      const opened = await openSource({ server: output.server, head, rules: rules(), signal });
      if (opened.kind === "refused") return { kind: "refused", reply: opened };
      if (opened.kind === "not-allowed") return { ...opened, host: output.server.host };
      return await this.#flow(opened, format);
    } catch (error) {
      if (error instanceof UnreachableError) return { kind: "unreachable", detail: error.message };
      // No failure of one server may end the programme for all.
      this.#parts.log.error({ error }, "an Icecast output failed");
      return { kind: "unreachable", detail: "an error in the station: see its log" };
    }
  }

  /** Sends the programme from now on until something ends it; owns the socket. */
  async #flow(
    { socket, addresses }: Extract<OpenedSource, { kind: "open" }>,
    format: StreamFormat,
  ): Promise<OutputFailure> {
    const { ring, log, output } = this.#parts;
    const startedMs = performance.now();
    const ended = Promise.withResolvers<string>();
    const titles = new AbortController();
    socket.on("error", (error) => ended.resolve(reasonOf(error)));
    socket.on("close", () => ended.resolve("the server hung up"));
    socket.on("data", () => {}); // the 200 after the 100; anything else is followed by a close
    const onClosing = (): void => ended.resolve("closed");
    this.#closing.signal.addEventListener("abort", onClosing, { once: true });
    this.#become({ state: "on-air", detail: null, retryAtMs: null });
    log.info(
      { host: output.server.host, mount: output.server.mount },
      "an Icecast output is on air",
    );
    let next = ring.newest?.sequence ?? ring.nextSequence;
    const { hasIcyTitles } = mountFacts[format.codec];
    let title: string | null = null;
    let isBlocked = false;
    // Ogg headers go before the first page sent.
    socket.write(ring.newest?.prelude ?? NO_PRELUDE);
    this.#onAppend = () => {
      for (; !isBlocked && next < ring.nextSequence; next += 1) {
        const block = ring.blockAt(next);
        if (block === undefined) return ended.resolve("the server is too slow");
        if (!isSameFormat(block.format, format))
          return ended.resolve("the stream's format changed");
        isBlocked = !socket.write(block.bytes);
        if (!hasIcyTitles || block.title.text === title) continue;
        title = block.title.text;
        const isNewest = (): boolean => title === block.title.text;
        void this.#announce(title, { addresses, isNewest, titles });
      }
      const oldest = ring.blockAt(next);
      const isFarBehind =
        next < ring.nextSequence &&
        (oldest === undefined || ring.endSamples - oldest.positionSamples > MAX_BEHIND_SAMPLES);
      if (isFarBehind) ended.resolve("the server is too slow");
    };
    socket.on("drain", () => {
      isBlocked = false;
      this.#onAppend();
    });
    this.#onAppend();
    const detail = await ended.promise;
    this.#closing.signal.removeEventListener("abort", onClosing);
    this.#onAppend = () => {};
    titles.abort();
    socket.destroy();
    return { kind: "broken", detail, flowedMs: performance.now() - startedMs };
  }

  async #announce(
    title: string,
    {
      addresses,
      isNewest,
      titles,
    }: {
      readonly addresses: readonly string[];
      readonly isNewest: () => boolean;
      readonly titles: AbortController;
    },
  ): Promise<void> {
    const { server } = this.#parts.output;
    for (let tried = 0; tried < TITLE_TRIES && isNewest(); tried += 1) {
      if (await setTitle({ server, addresses, title, signal: titles.signal })) return;
      await delay(TITLE_RETRY_MS, undefined, { signal: titles.signal }).catch(() => {});
      if (titles.signal.aborted) return;
    }
  }
}

const LIMIT_MS = 5000;

/**
 * Tells the server the mount's current title.
 * @param addresses that the source is connected to: the name is not looked up again
 * @returns whether it was accepted; not so if the server is away or has no such mount yet
 */
export async function setTitle({
  server,
  addresses,
  title,
  signal,
}: {
  readonly server: IcecastServer;
  readonly addresses: readonly string[];
  readonly title: string;
  readonly signal: AbortSignal;
}): Promise<boolean> {
  const { host, port, isTls, mount } = server;
  const request = isTls ? requestHttps : requestHttp;
  const answered = Promise.withResolvers<boolean>();
  request(
    {
      host,
      port,
      lookup: lookupOf(addresses),
      path: metadataPath({ mount, title }),
      headers: { Authorization: authorizationOf(server), "User-Agent": "Neon Relay" },
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
    },
    (response: IncomingMessage) => {
      response.on("error", () => {}).resume();
      answered.resolve(response.statusCode === 200);
    },
  )
    .on("error", () => answered.resolve(false))
    .end();
  return answered.promise;
}
