import {
  liveStateTypes,
  MAX_LIVE_COMMAND_BYTES,
  type LiveCommand,
  type LiveData,
} from "@neonrelay/contract";
import type { Logger } from "@neonrelay/process/log";
import { STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { WebSocketServer, type WebSocket } from "ws";
import { hashToken } from "../accounts/secrets.ts";
import { findCaller } from "../accounts/session-actions.ts";
import { ourFault } from "../http/api-failure.ts";
import { SESSION_COOKIE } from "../http/gate.ts";
import { hostnameOf, type KnownNames } from "../http/origin-rules.ts";
import type { PeerFinder } from "../http/peer.ts";
import type { ControlParts } from "../radio/radio-change-actions.ts";
import type { StationEvent } from "../station-events.ts";
import { commandRadio, parseCommand } from "./live-commands.ts";
import { LiveSocket, type LiveStateType } from "./live-socket.ts";
import { isNews, loadState, statesChangedBy, type StateFor } from "./live-states.ts";
import { createTokenBucket, type TokenBucket } from "../accounts/token-bucket.ts";
import { decideUpgrade } from "./upgrade-rules.ts";

export interface LiveHubOptions {
  readonly parts: ControlParts;
  readonly server: Server;
  readonly knownNames: KnownNames;
  readonly findPeer: PeerFinder;
  readonly parseCookie: (header: string) => { readonly [name: string]: string | undefined };
  readonly log: Logger;
}

/** One browser: its socket and what is known of it. */
interface Member {
  readonly socket: LiveSocket;
  readonly hostname: string;
  readonly address: string;
  readonly token: string | undefined;
  readonly bucket: TokenBucket;
  /** The stream connection this browser listens with, until it is told where that began. */
  awaitedCid: string | null;
}

const PING_MS = 25_000;
const COMMAND_BURST = 20;
const COMMANDS_PER_SECOND = 5;
const GOING_AWAY = 1001;
/** How long browsers may take to answer the close, and how often we look, in ms. */
const CLOSE_LIMIT_MS = 400;
const CLOSE_LOOK_MS = 20;

/** The sockets of all browsers on /ws: tells them the station's state and takes their commands. */
export class LiveHub {
  readonly #options: LiveHubOptions;
  readonly #acceptor = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_LIVE_COMMAND_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  readonly #members = new Set<Member>();
  readonly #stale = new Set<LiveStateType>();
  readonly #told = new Map<string, LiveData<LiveStateType>>();
  readonly #fresh = new Map<
    LiveStateType,
    { readonly atMs: number; readonly state: Promise<StateFor> }
  >();
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  #announcing: Promise<void> | null = null;
  readonly #closing = new AbortController();

  constructor(options: LiveHubOptions) {
    this.#options = options;
    options.server.on("upgrade", this.#onUpgrade);
    this.#unsubscribe = options.parts.events.subscribe((event) => this.#note(event));
    this.#timer = setInterval(() => {
      for (const { socket } of this.#members) socket.checkAlive();
    }, PING_MS);
  }

  /** Browsers connected now. */
  get size(): number {
    return this.#members.size;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    this.#unsubscribe();
    this.#options.server.off("upgrade", this.#onUpgrade);
    for (const { socket } of this.#members) socket.end(GOING_AWAY, "the station's server stops");
    this.#stale.clear();
    await this.#announcing;
    const end = performance.now() + CLOSE_LIMIT_MS;
    while (this.#members.size > 0 && performance.now() < end) await delay(CLOSE_LOOK_MS);
    for (const { socket } of this.#members) socket.terminate();
  }

  readonly #onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on("error", () => {}); // a browser that leaves while it is let in
    const { address, protocol, host } = this.#options.findPeer(request);
    const decision = decideUpgrade({
      path: (request.url ?? "").split("?")[0] ?? "",
      host,
      origin: request.headers.origin,
      hasCookie: request.headers.cookie !== undefined,
      protocol,
      knownNames: this.#options.knownNames,
      sockets: this.#members.size,
      socketsOfAddress: [...this.#members].filter((member) => member.address === address).length,
    });
    if (decision.kind === "refused") {
      const { status } = decision;
      stream.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
      return;
    }
    this.#acceptor.handleUpgrade(request, stream, head, (socket) =>
      this.#welcome(socket, { request, address, host }),
    );
  };

  #welcome(
    socket: WebSocket,
    {
      request,
      address,
      host,
    }: {
      readonly request: IncomingMessage;
      readonly address: string;
      readonly host: string | undefined;
    },
  ): void {
    const member: Member = {
      socket: new LiveSocket(socket),
      hostname: hostnameOf(host) ?? "localhost",
      address,
      token: this.#options.parseCookie(request.headers.cookie ?? "")[SESSION_COOKIE],
      bucket: createTokenBucket({ burst: COMMAND_BURST, perSecond: COMMANDS_PER_SECOND }),
      awaitedCid: null,
    };
    this.#members.add(member);
    socket.on("close", () => {
      this.#members.delete(member);
      if (this.#members.size === 0) this.#told.clear();
    });
    socket.on("error", () => {}); // `close` follows and is enough
    // Commands of one socket are done one after the other, in order.
    let last = this.#sendSnapshot(member);
    socket.on("message", (frame, isBinary) => {
      if (isBinary || !Buffer.isBuffer(frame)) return socket.close(1003, "messages are text");
      const text = frame.toString("utf8");
      if (!member.bucket.take(performance.now()))
        return member.socket.sendOwn({
          type: "error",
          data: { error: "Too many messages; slow down", code: "too_many_requests" },
        });
      last = last.then(() => this.#receive(member, text));
    });
  }

  async #sendSnapshot(member: Member): Promise<void> {
    try {
      for (const type of liveStateTypes) {
        const data = (await this.#loadFresh(type))(member.hostname);
        member.socket.sendState(type, JSON.stringify({ type, data }));
        this.#compareWithTold(keyOf(type, member.hostname), { type, data });
      }
    } catch (error) {
      this.#options.log.error({ error }, "snapshot for a socket failed");
      member.socket.end(1011, "try again");
    }
  }

  /** A newcomer may know another value than the others now: then all are told what it is. */
  #compareWithTold(
    key: string,
    { type, data }: { readonly type: LiveStateType; readonly data: LiveData<LiveStateType> },
  ): void {
    const before = this.#told.get(key);
    if (before === undefined) return this.#remember(key, data);
    if (!isNews({ before, after: data })) return;
    this.#told.delete(key);
    this.#stale.add(type);
    this.#announceSoon();
  }

  #remember(key: string, data: LiveData<LiveStateType>): void {
    if (this.#told.size > MAX_KEPT) this.#told.clear();
    this.#told.set(key, data);
  }

  /** A state loaded once for many browsers that come together. */
  async #loadFresh(type: LiveStateType): Promise<StateFor> {
    const kept = this.#fresh.get(type);
    if (kept !== undefined && performance.now() - kept.atMs < FRESH_MS) return await kept.state;
    const state = loadState(this.#options.parts, type);
    const loading = { atMs: performance.now(), state };
    this.#fresh.set(type, loading);
    try {
      return await state;
    } catch (error) {
      if (this.#fresh.get(type) === loading) this.#fresh.delete(type);
      throw error;
    }
  }

  async #receive(member: Member, text: string): Promise<void> {
    const parsed = parseCommand(text);
    if (parsed.kind === "invalid")
      return member.socket.sendOwn({ type: "error", data: parsed.error });
    try {
      await this.#obey(member, parsed.command);
    } catch (error) {
      this.#options.log.error({ error, command: parsed.command.type }, "socket command failed");
      member.socket.sendOwn({ type: "error", data: ourFault });
    }
  }

  async #obey(member: Member, command: LiveCommand): Promise<void> {
    switch (command.type) {
      case "radio_state": {
        const { caller } = await findCaller(this.#options.parts.database, member.token);
        const by = { caller, address: member.address };
        const refusal = await commandRadio(this.#options.parts, { command, by });
        return refusal === null ? undefined : member.socket.sendOwn(refusal);
      }
      case "listen":
        member.awaitedCid = command.data.cid;
        return await this.#askAttached(member, command.data.cid);
      case "ping":
        return member.socket.sendOwn({ type: "pong", data: { serverNowMs: Date.now() } });
      case "queue_update":
      case "branding_update":
      case "track_uploaded":
      case "external_stream_added":
        return; // said once more what an HTTP call has done
      default:
        return command satisfies never;
    }
  }

  /** The stream connection may be there already; when it is not, its event tells. */
  async #askAttached(member: Member, cid: string): Promise<void> {
    const { link } = this.#options.parts;
    if (!link.isUp) return;
    const session = await link.run("session", { cid });
    if (session !== null) this.#tellAttached(member, { cid, startMs: session.startMs });
  }

  #tellAttached(
    member: Member,
    { cid, startMs }: { readonly cid: string; readonly startMs: number },
  ): void {
    if (member.awaitedCid !== cid) return;
    member.awaitedCid = null;
    member.socket.sendOwn({ type: "stream_attached", data: { cid, startMs } });
  }

  #note(event: StationEvent): void {
    if (event.type === "sessions.ended") {
      for (const { socket, token = "" } of this.#members)
        if (event.tokenHashes.includes(hashToken(token))) socket.end(1008, "the session has ended");
      return;
    }
    if (event.type === "listener.attached") {
      for (const member of this.#members) this.#tellAttached(member, event);
      return;
    }
    for (const type of statesChangedBy(event)) {
      this.#fresh.delete(type);
      // Whoever comes later is told everything then.
      if (this.#members.size > 0) this.#stale.add(type);
    }
    this.#announceSoon();
  }

  #announceSoon(): void {
    if (this.#stale.size > 0) this.#announcing ??= this.#announce();
  }

  /** Tells everybody what changed; changes that come while it loads are told in the next round. */
  async #announce(): Promise<void> {
    const { signal } = this.#closing;
    let hasFailed = false;
    for (let type = takeFirst(this.#stale); type !== undefined; type = takeFirst(this.#stale)) {
      try {
        await this.#tellAll(type);
      } catch (error) {
        if (!signal.aborted) this.#stale.add(type);
        // Said once: while the database is away every attempt fails alike.
        if (!hasFailed) this.#options.log.error({ error }, "a change could not be told to sockets");
        hasFailed = true;
        await delay(RETRY_MS, undefined, { signal }).catch(() => {}); // closing
      }
    }
    this.#announcing = null;
  }

  async #tellAll(type: LiveStateType): Promise<void> {
    if (this.#members.size === 0) return;
    const state = await loadState(this.#options.parts, type);
    const texts = new Map<string, string | null>();
    for (const member of this.#members) {
      const key = keyOf(type, member.hostname);
      let text = texts.get(key);
      if (text === undefined) {
        const data = state(member.hostname);
        const isTold = !isNews({ before: this.#told.get(key), after: data });
        text = isTold ? null : JSON.stringify({ type, data });
        texts.set(key, text);
        if (!isTold) this.#remember(key, data);
      }
      if (text !== null) member.socket.sendState(type, text);
    }
  }
}

/** Names a browser may use for us are few; a client that makes up many must not fill the memory. */
const MAX_KEPT = 100;
/** After this long a state that could not be loaded is tried again, in ms. */
const RETRY_MS = 1000;
/** A snapshot may be this old; newer events end it at once. */
const FRESH_MS = 500;

/** Only the stream's address depends on the name a browser reached us by. */
function keyOf(type: LiveStateType, hostname: string): string {
  return `${type} ${type === "stream_info" ? hostname : ""}`;
}

function takeFirst<Value>(values: Set<Value>): Value | undefined {
  const [first] = values;
  if (first !== undefined) values.delete(first);
  return first;
}
